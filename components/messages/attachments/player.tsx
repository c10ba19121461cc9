import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { MessageAttachment } from '#lib/messaging/schemas/message.ts';
import { FileCard } from './file-card.tsx';

type PlayerProps = { readonly file: MessageAttachment; readonly kind: 'audio' | 'video' };

/** Plays audio or video with the browser's own controls. Audio loads only on play, video only its metadata before that. */
export function Player({ file, kind }: PlayerProps) {
  const { locale, ...words } = useMessageTexts();
  const label = fill(words.messageFiles[`play_${kind}`], { name: file.name }, locale);
  return (
    <div className="flex w-full max-w-80 min-w-0 flex-col gap-1">
      {kind === 'audio' ? (
        // biome-ignore lint/a11y/useMediaCaption: members record the file themselves, without captions.
        <audio controls preload="none" src={file.url} aria-label={label} className="w-full" />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: members record the file themselves, without captions.
        <video
          controls
          preload="metadata"
          playsInline
          src={file.url}
          aria-label={label}
          className="aspect-video w-full rounded-md bg-sunken"
        />
      )}
      <FileCard file={file} />
    </div>
  );
}
