import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { MessageAttachment } from '#lib/messaging/schemas/message.ts';
import { pictureBox } from '#lib/web/messages/picture-box.ts';

const ALONE_PX = 320;
const AMONG_PX = 160;

type PictureButtonProps = {
  readonly picture: MessageAttachment;
  readonly isAlone: boolean;
  readonly onOpen: () => void;
};

/** Shows a thumbnail that opens the image. A single image keeps its aspect ratio; several images are squares. */
export function PictureButton({ picture, isAlone, onOpen }: PictureButtonProps) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messageFiles;
  const [isGone, setGone] = useState(false);
  const { url, name, width = 1, height = 1 } = picture;
  const box = isAlone ? pictureBox(width, height, ALONE_PX) : { width: AMONG_PX, height: AMONG_PX };

  if (isGone)
    return (
      <p className="flex items-center gap-2 rounded-md bg-sunken p-4 text-sm text-muted">
        <ImageOff aria-hidden className="size-5 shrink-0" />
        {texts.gone}
      </p>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-label={fill(texts.openPicture, { name }, locale)}
      className="block min-h-11 min-w-11 overflow-hidden rounded-md bg-sunken"
    >
      {/* biome-ignore lint/performance/noImgElement: only members of the conversation may fetch the file, so no image cache can. */}
      <img
        {...box}
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setGone(true)}
        className={isAlone ? 'h-auto max-w-full' : 'aspect-square size-full object-cover'}
      />
    </button>
  );
}
