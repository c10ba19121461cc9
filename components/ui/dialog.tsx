import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { classNames } from './class-names.ts';

export type DialogHandle = RefObject<HTMLDialogElement | null>;

type DialogProps = {
  readonly handle: DialogHandle;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
  /** `side` slides in from the edge; `center` appears in the middle; `full` fills the window. */
  readonly place?: 'side' | 'center' | 'full';
  readonly onClose?: (() => void) | undefined;
  /** Only its buttons close the dialog: neither Escape nor a press beside it. For what is shown only once. */
  readonly stays?: boolean;
};

const places = {
  side: 'motion-slide ms-auto h-dvh max-h-none w-full max-w-md border-s border-line sm:rounded-s-lg',
  center: 'motion-fade m-auto w-[calc(100%-2rem)] max-w-lg rounded-lg border border-line',
  full: 'motion-fade m-0 h-dvh max-h-none w-full max-w-none',
} as const;

/**
 * Shows a native modal dialog; `handle.current.showModal()` opens it. The browser keeps the focus inside, closes the
 * dialog on Escape and returns the focus to the previous element.
 */
export function Dialog({ handle, title, closeLabel, children, place = 'center', onClose, stays = false }: DialogProps) {
  const titleId = useId();
  const close = () => handle.current?.close();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog already; this click is on the backdrop.
    <dialog
      ref={handle}
      aria-labelledby={titleId}
      // In React, the close event of a dialog nested in this one bubbles up here as well.
      onClose={(event) => event.target === event.currentTarget && onClose?.()}
      // A browser that does not know the attribute lets a second Escape in a row pass.
      {...(stays && { closedby: 'none' })}
      onCancel={(event) => stays && event.target === event.currentTarget && event.preventDefault()}
      onClick={(event) => !stays && event.target === event.currentTarget && close()}
      className={classNames('bg-surface p-0 text-text shadow-lift open:flex open:flex-col', places[place])}
    >
      <div className="flex min-h-0 grow flex-col">
        <header className="flex items-center justify-between gap-4 border-b border-line py-3 ps-5 pe-3">
          <h2 id={titleId} className="min-w-0 text-lg wrap-anywhere">
            {title}
          </h2>
          <button
            type="button"
            onClick={close}
            aria-label={closeLabel}
            className="shrink-0 flex size-11 items-center justify-center rounded-md hover:bg-sunken"
          >
            <X aria-hidden className="size-5" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
