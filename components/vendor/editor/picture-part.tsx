import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { Bar } from '#components/ui/bar.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { TextField } from '#components/ui/form/text-field.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { ProductDraft } from '#lib/web/seller/product-draft.ts';
import type { PartProps } from './editor-props.ts';
import { EditorSection } from './editor-section.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { type Upload, uploadPicture } from './upload-picture.ts';

const ACCEPTED = 'image/png,image/jpeg,image/webp';
const MOST = 12;
type Image = ProductDraft['images'][number];

type PicturePartProps = PartProps<'editor'> & {
  readonly vendorId: string;
  readonly locale: Locale;
  readonly mostBytes: number;
  readonly errorText: (error: unknown) => string;
  /** Adds a picture to the draft as it is when the upload ends. */
  readonly onAdded: (image: Image) => void;
};

/** Edits the pictures of a product: drop or choose files, change their order by buttons, and describe them. */
export function PicturePart(props: PicturePartProps) {
  const { draft, change, problemOf, texts, vendorId, locale, mostBytes, errorText, onAdded } = props;
  const id = useId();
  const [upload, setUpload] = useState<Upload | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { images } = draft;
  const size = sizeText(mostBytes, locale);

  const add = async (files: readonly File[]) => {
    if (upload !== null || files.length === 0) return;
    const wrong: string[] = [];
    const room = MOST - images.length;
    if (files.length > room) wrong.push(texts.tooManyPictures);
    for (const file of files.slice(0, room)) {
      const { name } = file;
      if (file.size > mostBytes) {
        wrong.push(fill(texts.tooLarge, { name, size }, locale));
        continue;
      }
      await uploadPicture(file, vendorId, setUpload).then(onAdded, (error: unknown) =>
        wrong.push(fill(texts.notUploaded, { name, problem: errorText(error) }, locale)),
      );
    }
    setUpload(null);
    setProblems(wrong);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    void add([...event.dataTransfer.files]);
  };
  const set = (at: number, patch: Partial<Image>) =>
    change({ images: images.map((image, place) => (place === at ? { ...image, ...patch } : image)) });
  const move = (at: number, by: 1 | -1) => {
    const next = [...images];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    change({ images: next });
  };

  return (
    <EditorSection title={texts.pictures} problem={problemOf('images')}>
      {images.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {images.map((image, at) => {
            const number = at + 1;
            return (
              <li key={image.fileId} className="flex flex-col gap-2 rounded-md border border-line p-3">
                <Thumbnail image={image} />
                <TextField
                  id={`${id}-alt-${image.fileId}`}
                  label={fill(texts.alt, { number }, locale)}
                  hint={texts.altHint}
                  value={image.alt}
                  onChange={({ target }) => set(at, { alt: target.value })}
                  maxLength={300}
                  autoComplete="off"
                />
                <div className="flex justify-between">
                  <button
                    type="button"
                    disabled={at === 0}
                    aria-label={fill(texts.earlier, { number }, locale)}
                    onClick={() => move(at, -1)}
                    className={`${iconButtonClass} disabled:opacity-40`}
                  >
                    <ArrowLeft aria-hidden />
                  </button>
                  <button
                    type="button"
                    disabled={at === images.length - 1}
                    aria-label={fill(texts.later, { number }, locale)}
                    onClick={() => move(at, 1)}
                    className={`${iconButtonClass} disabled:opacity-40`}
                  >
                    <ArrowRight aria-hidden />
                  </button>
                  <button
                    type="button"
                    aria-label={fill(texts.removePicture, { number }, locale)}
                    onClick={() => change({ images: images.filter((_, place) => place !== at) })}
                    className={iconButtonClass}
                  >
                    <X aria-hidden />
                  </button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {images.length < MOST && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard.
        <div
          onDragOver={(event) => event.preventDefault()}
          onDrop={dropped}
          className="flex flex-col items-center gap-3 rounded-md border border-dashed border-line-strong p-6 text-center"
        >
          <p className="text-sm text-muted">{fill(texts.picturesText, { size }, locale)}</p>
          <span className="relative inline-flex">
            <input
              id={`${id}-files`}
              type="file"
              multiple
              accept={ACCEPTED}
              onChange={({ target }) => {
                const chosen = [...(target.files ?? [])];
                target.value = '';
                void add(chosen);
              }}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <label
              htmlFor={`${id}-files`}
              className={`${buttonClass({ look: 'secondary' })} pointer-events-none peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary`}
            >
              {texts.choosePictures}
            </label>
          </span>
        </div>
      )}
      {upload && (
        <div className="flex flex-col gap-2">
          <p role="status" className="wrap-anywhere">
            {fill(texts.uploading, { name: upload.name }, locale)}
          </p>
          <Bar value={upload.share} max={1} />
        </div>
      )}
      {problems.length > 0 && (
        <ul role="alert" className="text-sm font-medium text-danger wrap-anywhere">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </EditorSection>
  );
}
