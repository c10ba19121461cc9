import { ImagePlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { fill } from '#lib/i18n/fill.ts';
import { MAX_REVIEW_PICTURES } from '#lib/store/reviews/limits.ts';
import { sendForm } from '#lib/web/api/send-form.ts';
import { useOwnPart } from './own-part.tsx';
import type { ReviewDraft } from './review-draft.ts';

type Images = ReviewDraft['images'];
type Uploaded = { readonly file: { readonly id: string; readonly url: string } };
type ReviewPicturesProps = { readonly images: Images; readonly onChange: (images: Images) => void };

/** Adds pictures to a review and removes them. */
export function ReviewPictures({ images, onChange }: ReviewPicturesProps) {
  const { locale, texts, errorText } = useOwnPart();
  const t = texts.reviews;
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const add = async (file: File | undefined) => {
    if (!file || isBusy) return;
    const data = new FormData();
    data.set('file', file);
    data.set('use', 'review');
    setBusy(true);
    setProblem('');
    try {
      const { file: stored } = await sendForm<Uploaded>('/api/media', data, { onProgress: () => undefined });
      if (!images.some(({ fileId }) => fileId === stored.id))
        onChange([...images, { fileId: stored.id, url: stored.url }]);
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-medium">{t.pictures}</legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {fill(t.picturesHint, { most: MAX_REVIEW_PICTURES }, locale)}
      </p>
      <ul className="flex flex-wrap gap-3">
        {images.map(({ fileId, url }, at) => (
          <li key={fileId} className="relative size-24 overflow-hidden rounded-md bg-sunken">
            {/* biome-ignore lint/performance/noImgElement: a picture of one's own, just uploaded */}
            <img src={`${url}?w=192`} alt="" width={96} height={96} className="size-full object-cover" />
            <button
              type="button"
              aria-label={fill(t.removePicture, { number: at + 1 }, locale)}
              onClick={() => onChange(images.filter((image) => image.fileId !== fileId))}
              className="absolute top-1 right-1 grid size-8 place-items-center rounded-full bg-surface"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {images.length < MAX_REVIEW_PICTURES && (
        <label
          className={`${buttonClass({ look: 'secondary', size: 'small' })} self-start has-focus-visible:outline-2`}
        >
          <ImagePlus aria-hidden className="size-4" />
          {isBusy ? t.uploading : t.addPicture}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={`${id}-hint`}
            className="sr-only"
            disabled={isBusy}
            onChange={({ target }) => {
              void add(target.files?.[0]);
              target.value = '';
            }}
          />
        </label>
      )}
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
    </fieldset>
  );
}
