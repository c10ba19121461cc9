import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useId, useState } from 'react';
import { TextField } from '#components/ui/form/text-field.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { ProductDraft } from '#lib/web/seller/product-draft.ts';
import { DropZone } from './drop-zone.tsx';
import type { PartProps } from './editor-props.ts';
import { EditorSection } from './editor-section.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { PICTURE_TYPES, type Upload, uploadPicture } from './upload-picture.ts';
import { UploadProgress } from './upload-progress.tsx';

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
        <DropZone
          id={`${id}-files`}
          text={fill(texts.picturesText, { size }, locale)}
          button={texts.choosePictures}
          accept={PICTURE_TYPES}
          onFiles={(files) => void add(files)}
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
