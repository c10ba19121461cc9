import { useEffect, useRef, useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { uploadFile } from '#lib/web/messages/upload-file.ts';
import { isUploading, type UploadItem, UploadQueue, uploadedOf } from '#lib/web/messages/upload-queue.ts';

/**
 * Manages the files of the message being written. Switching to another conversation discards them. `ids` are the
 * uploaded files to send, `clear` is called after sending, and `leftOut` counts the files beyond the limit of a
 * message.
 */
export function useUploads(conversationId: string) {
  const maxBytes = useMessageTexts().uploadMaxBytes;
  const [items, show] = useState<readonly UploadItem[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  const queue = useRef<UploadQueue | null>(null);

  useEffect(() => {
    const opened = new UploadQueue({
      send: (file, options) => uploadFile(file, { conversationId, ...options }),
      maxBytes,
      newId: () => crypto.randomUUID(),
      onChange: show,
    });
    queue.current = opened;
    return () => opened.clear();
  }, [conversationId, maxBytes]);

  const uploaded = uploadedOf(items);
  return {
    items,
    leftOut,
    uploaded,
    ids: uploaded.map(({ id }) => id),
    isBusy: isUploading(items),
    hasFailed: items.some(({ state }) => state === 'failed'),
    add: (files: readonly File[]) => setLeftOut(queue.current?.add(files) ?? 0),
    remove: (id: string) => {
      setLeftOut(0);
      queue.current?.remove(id);
    },
    retry: (id: string) => queue.current?.retry(id),
    clear: () => {
      setLeftOut(0);
      queue.current?.clear();
    },
  };
}
export type Uploads = ReturnType<typeof useUploads>;
