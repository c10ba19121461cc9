import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import type { DialogHandle } from '#components/ui/dialog.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { MessageAttachment } from '#lib/messaging/schemas/message.ts';

type LightboxProps = {
  readonly handle: DialogHandle;
  readonly pictures: readonly MessageAttachment[];
  readonly at: number;
  readonly onMove: (at: number) => void;
};

const control = 'flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken [&>svg]:size-6';

/** Shows an image in full screen. Arrow keys switch between the images of the message. Escape returns the focus. */
export function Lightbox({ handle, pictures, at, onMove }: LightboxProps) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messageFiles;
  const picture = pictures[at];
  const count = pictures.length;
  const step = (by: 1 | -1) => onMove((at + by + count) % count);
  const pressed = (event: KeyboardEvent) => {
    if (count > 1 && event.key === 'ArrowLeft') step(-1);
    if (count > 1 && event.key === 'ArrowRight') step(1);
  };
  if (!picture) return null;
  const place = fill(texts.place, { at: at + 1, count }, locale);

  return (
    <dialog
      ref={handle}
      aria-label={picture.name}
      onKeyDown={pressed}
      className="motion-fade m-0 h-dvh max-h-none w-dvw max-w-none bg-background p-0 text-text open:flex open:flex-col"
    >
      <header className="flex items-center gap-2 border-b border-line py-1 ps-4 pe-1">
        <p className="min-w-0 grow">
          <span className="block truncate font-medium">{picture.name}</span>
          {count > 1 && (
            <span role="status" className="block text-sm text-muted tabular-nums">
              {place}
            </span>
          )}
        </p>
        <a href={picture.url} download={picture.name} aria-label={texts.save} title={texts.save} className={control}>
          <Download aria-hidden />
        </a>
        <button type="button" onClick={() => handle.current?.close()} aria-label={texts.close} className={control}>
          <X aria-hidden />
        </button>
      </header>
      <div className="relative min-h-0 grow">
        {/* biome-ignore lint/performance/noImgElement: only members of the conversation may fetch the file, so no image cache can. */}
        <img
          key={picture.id}
          src={picture.url}
          alt={picture.name}
          width={picture.width}
          height={picture.height}
          loading="lazy"
          className="absolute inset-0 size-full object-contain p-2"
        />
        {count > 1 && (
          <>
            <button
              type="button"
              onClick={() => step(-1)}
              aria-label={texts.previous}
              className={`${control} absolute start-2 top-1/2 border border-line bg-surface`}
            >
              <ChevronLeft aria-hidden />
            </button>
            <button
              type="button"
              onClick={() => step(1)}
              aria-label={texts.next}
              className={`${control} absolute end-2 top-1/2 border border-line bg-surface`}
            >
              <ChevronRight aria-hidden />
            </button>
          </>
        )}
      </div>
    </dialog>
  );
}
