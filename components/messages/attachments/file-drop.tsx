import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';

type FileDropProps = {
  /** Null when nothing can be sent. Dropped files are then ignored, and the browser does not navigate to them. */
  readonly onFiles: ((files: readonly File[]) => void) | null;
  readonly children: ReactNode;
  readonly className?: string;
};

/** Accepts files that are dropped on its children or pasted there. Pasted text stays text. */
export function FileDrop({ onFiles, children, className = '' }: FileDropProps) {
  const texts = useMessageTexts().messageFiles;
  const [isOver, setOver] = useState(false);
  // A counter, because each child element fires its own enter and leave events.
  const depth = useRef(0);

  const moved = (by: 1 | -1) => (event: DragEvent) => {
    if (!onFiles || !event.dataTransfer.types.includes('Files')) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (!onFiles) event.dataTransfer.dropEffect = 'none';
  };
  const dropped = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  const pasted = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // A table copied from an office program arrives as text and as an image of it.
    if (!onFiles || files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    take(files);
  };
  const take = (files: readonly File[]) => files.length > 0 && onFiles?.(files);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the attach button does the same without a mouse.
    <div
      onDragEnter={moved(1)}
      onDragLeave={moved(-1)}
      onDragOver={over}
      onDrop={dropped}
      onPaste={pasted}
      className={`relative ${className}`}
    >
      {children}
      {isOver && onFiles && (
        <p className="pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-lg border-2 border-dashed border-primary bg-surface text-lg font-medium">
          {texts.dropHere}
        </p>
      )}
    </div>
  );
}
