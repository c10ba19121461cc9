import { X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useId, useRef, useState } from 'react';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import { MOST_FILES } from '#lib/store/limits.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { ApiProblem, remove } from '#lib/web/api/api-client.ts';
import { sendForm } from '#lib/web/api/send-form.ts';
import { DropZone } from './drop-zone.tsx';
import { EditorSection } from './editor-section.tsx';
import type { Upload } from './upload-picture.ts';
import { UploadProgress } from './upload-progress.tsx';

type ProductFile = VendorProduct['files'][number];

type FilePartProps = {
  /** The stored product; null before it is saved. */
  readonly product: VendorProduct | null;
  readonly mostBytes: number;
  readonly texts: SellerTexts<'editor'>;
};

/**
 * Edits the files of a digital product. They are stored and removed at once, apart from the draft, so the product has
 * to be saved as a digital one first.
 */
export function FilePart({ product, mostBytes, texts }: FilePartProps) {
  if (product?.fulfilment !== 'digital')
    return (
      <EditorSection title={texts.files}>
        <p className="text-sm text-muted">{texts.filesAfterSave}</p>
      </EditorSection>
    );
  return <StoredFiles key={product.id} {...{ product, mostBytes, texts }} />;
}

function StoredFiles({ product, mostBytes, texts }: FilePartProps & { readonly product: VendorProduct }) {
  const { reader, errorText } = useSeller();
  const { locale } = reader;
  const router = useRouter();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly ProductFile[]>(product.files);
  const [upload, setUpload] = useState<Upload | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const path = `/api/vendor/products/${product.id}/files`;
  const size = sizeText(mostBytes, locale);
  const refusal = (error: unknown) =>
    error instanceof ApiProblem && error.code === 'TooManyFiles' ? texts.tooManyFiles : errorText(error);

  const send = async (file: File): Promise<void> => {
    const data = new FormData();
    data.set('file', file);
    setUpload({ name: file.name, share: 0 });
    const onProgress = (share: number) => setUpload({ name: file.name, share });
    const { file: stored } = await sendForm<{ readonly file: ProductFile }>(path, data, { onProgress });
    setFiles((now) => (now.some(({ id: known }) => known === stored.id) ? now : [...now, stored]));
  };
  const add = async (given: readonly File[]) => {
    if (upload !== null || given.length === 0) return;
    const wrong: string[] = [];
    const room = MOST_FILES - files.length;
    if (given.length > room) wrong.push(texts.tooManyFiles);
    for (const file of given.slice(0, room)) {
      const { name } = file;
      if (file.size > mostBytes) wrong.push(fill(texts.tooLarge, { name, size }, locale));
      else
        await send(file).catch((error: unknown) =>
          wrong.push(fill(texts.notUploaded, { name, problem: refusal(error) }, locale)),
        );
    }
    setUpload(null);
    setProblems(wrong);
    router.refresh();
  };
  const drop = async (file: ProductFile) => {
    setProblems([]);
    try {
      await remove(`${path}/${file.id}`);
    } catch (error) {
      return setProblems([fill(texts.notUploaded, { name: file.name, problem: errorText(error) }, locale)]);
    }
    setFiles((now) => now.filter(({ id: other }) => other !== file.id));
    // The button that had the focus is gone.
    input.current?.focus();
    return router.refresh();
  };

  return (
    <EditorSection title={texts.files} hint={texts.filesKept}>
      {files.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {files.map((file) => (
            <li key={file.id} className="flex items-center justify-between gap-3 py-1 ps-3 pe-1">
              <span className="min-w-0 wrap-anywhere">
                {file.name} <span className="whitespace-nowrap text-muted">{sizeText(file.bytes, locale)}</span>
              </span>
              <button
                type="button"
                disabled={upload !== null}
                aria-label={fill(texts.removeFile, { name: file.name }, locale)}
                onClick={() => void drop(file)}
                className={`${iconButtonClass} disabled:opacity-40`}
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.length < MOST_FILES && (
        <DropZone
          id={`${id}-files`}
          text={fill(texts.filesText, { size }, locale)}
          button={texts.chooseFiles}
          input={input}
          onFiles={(given) => void add(given)}
        />
      )}
      <UploadProgress
        text={fill(texts.uploading, { name: upload?.name ?? '' }, locale)}
        share={upload?.share ?? null}
        problems={problems}
      />
    </EditorSection>
  );
}
