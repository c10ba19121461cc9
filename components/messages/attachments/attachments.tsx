import { useRef, useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import type { MessageAttachment, MessageView } from '#lib/messaging/schemas/message.ts';
import { FileCard } from './file-card.tsx';
import { Lightbox } from './lightbox.tsx';
import { PictureButton } from './picture-button.tsx';
import { Player } from './player.tsx';

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
