import type { RefObject } from 'react';
import { buttonClass } from '#components/ui/button-look.ts';

type DropZoneProps = {
  readonly id: string;
  readonly text: string;
  readonly button: string;
  /** The types that the dialog for choosing offers. Without it, all. */
  readonly accept?: string;
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly onFiles: (files: readonly File[]) => void;
};

/** Shows the place for new files: they are dropped on it, or chosen by its button. */
export function DropZone({ id, text, button, accept, input, onFiles }: DropZoneProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard.
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
      className="flex flex-col items-center gap-3 rounded-md border border-dashed border-line-strong p-6 text-center"
    >
      <p className="text-sm text-muted">{text}</p>
      <span className="relative inline-flex">
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          accept={accept}
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])];
            target.value = '';
            onFiles(chosen);
          }}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <label
          htmlFor={id}
          className={`${buttonClass({ look: 'secondary' })} pointer-events-none peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary`}
        >
          {button}
        </label>
      </span>
    </div>
  );
}
