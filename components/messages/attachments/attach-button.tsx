import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';

type AttachButtonProps = { readonly onFiles: (files: readonly File[]) => void };

/** Opens the file picker of the device. */
export function AttachButton({ onFiles }: AttachButtonProps) {
  const texts = useMessageTexts().messageFiles;
  const field = useRef<HTMLInputElement>(null);

  return (
    <>
      <button
        type="button"
        aria-label={texts.attach}
        title={texts.attach}
        onClick={() => field.current?.click()}
        className={iconButtonClass}
      >
        <Paperclip aria-hidden />
      </button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={texts.attach}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Without this, the same file could not be chosen again after its removal.
          target.value = '';
        }}
      />
    </>
  );
}
