import { useRef, useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { MessageAttachment, MessageView } from '#lib/messaging/schemas/message.ts';
import { FileCard } from './file-card.tsx';
import { Lightbox } from './lightbox.tsx';
import { PictureButton } from './picture-button.tsx';

type AttachmentsProps = { readonly message: Pick<MessageView, 'attachments'> };

const isPicture = ({ kind, width, height }: MessageAttachment): boolean =>
  kind === 'image' && width !== undefined && height !== undefined;

/** Shows the files of a message: images in boxes sized before they load, audio and video players, and other files. */
export function Attachments({ message: { attachments } }: AttachmentsProps) {
  const texts = useMessageTexts().messageFiles;
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, show] = useState(0);
  const pictures = attachments.filter(isPicture);
  const others = attachments.filter((file) => !isPicture(file));
  if (attachments.length === 0) return null;

  const open = (at: number) => {
    show(at);
    dialog.current?.showModal();
  };

  return (
    <div className="flex max-w-full flex-col gap-2">
      {pictures.length > 0 && (
        <ul aria-label={texts.pictures} className={pictures.length === 1 ? 'flex' : 'grid max-w-80 grid-cols-2 gap-1'}>
          {pictures.map((picture, at) => (
            <li key={picture.id} className="min-w-0">
              <PictureButton picture={picture} isAlone={pictures.length === 1} onOpen={() => open(at)} />
            </li>
          ))}
        </ul>
      )}
      {others.map((file) =>
        file.kind === 'audio' || file.kind === 'video' ? (
          <Player key={file.id} file={file} kind={file.kind} />
        ) : (
          <FileCard key={file.id} file={file} />
        ),
      )}
      {pictures.length > 0 && <Lightbox handle={dialog} pictures={pictures} at={shown} onMove={show} />}
    </div>
  );
}

type PlayerProps = { readonly file: MessageAttachment; readonly kind: 'audio' | 'video' };

/** Plays audio or video with the browser's own controls. Audio loads only on play, video only its metadata before that. */
function Player({ file, kind }: PlayerProps) {
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
