import { X } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import { buttonClass } from '#components/ui/button-look.ts';
import { Select } from '#components/ui/form/select.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { evidenceKinds } from '#lib/admin/verification/values.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import type { Locale } from '#lib/i18n/values.ts';

export type ChosenFile = { readonly id: number; readonly file: File; readonly kind: string };

const ACCEPTED = 'image/png,image/jpeg,image/webp,application/pdf';
const MOST_FILES = 5;

type ChosenFilesProps = {
  readonly files: readonly ChosenFile[];
  readonly mostBytes: number;
  readonly problem: string;
  readonly onChange: (files: readonly ChosenFile[], problem: string) => void;
  readonly locale: Locale;
  readonly texts: SellerTexts<'apply'>;
};

/** Lets a person choose the documents of an application. They are sent after it. */
export function ChosenFiles({ files, mostBytes, problem, onChange, locale, texts }: ChosenFilesProps) {
  const id = useId();
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    target.value = '';
    const tooLarge = chosen.find(({ size }) => size > mostBytes);
    const size = sizeText(mostBytes, locale);
    if (tooLarge) return onChange(files, fill(texts.tooLarge, { name: tooLarge.name, size }, locale));
    if (files.length + chosen.length > MOST_FILES) return onChange(files, texts.tooManyFiles);
    const next = Math.max(0, ...files.map((file) => file.id)) + 1;
    const [first] = evidenceKinds.vendor;
    return onChange([...files, ...chosen.map((file, at) => ({ id: next + at, file, kind: first }))], '');
  };

  return (
    <div className="flex flex-col gap-3">
      {files.length > 0 && (
        <ul className="flex flex-col gap-3">
          {files.map(({ id: fileId, file, kind }) => (
            <li key={fileId} className="flex flex-wrap items-center gap-3 rounded-md border border-line p-3">
              <span className="min-w-0 grow basis-40 wrap-anywhere">
                {file.name} <span className="text-sm text-muted">{sizeText(file.size, locale)}</span>
              </span>
              <span className="grow basis-48">
                <Select
                  aria-label={fill(texts.fileKind, { name: file.name }, locale)}
                  value={kind}
                  onChange={({ target }) =>
                    onChange(
                      files.map((other) => (other.id === fileId ? { ...other, kind: target.value } : other)),
                      '',
                    )
                  }
                >
                  {evidenceKinds.vendor.map((known) => (
                    <option key={known} value={known}>
                      {texts[`kind_${known}`]}
                    </option>
                  ))}
                </Select>
              </span>
              <button
                type="button"
                aria-label={fill(texts.removeFile, { name: file.name }, locale)}
                onClick={() =>
                  onChange(
                    files.filter((other) => other.id !== fileId),
                    '',
                  )
                }
                className={iconButtonClass}
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      {files.length < MOST_FILES && (
        <span className="relative inline-flex self-start">
          <input
            id={`${id}-files`}
            type="file"
            multiple
            accept={ACCEPTED}
            onChange={add}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <label
            htmlFor={`${id}-files`}
            className={`${buttonClass({ look: 'secondary' })} pointer-events-none peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary`}
          >
            {texts.addFiles}
          </label>
        </span>
      )}
    </div>
  );
}
