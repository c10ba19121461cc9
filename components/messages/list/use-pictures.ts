import { useEffect, useSyncExternalStore } from 'react';
import { useMessages } from '#components/messages/messages-context.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';

/** Returns product pictures by conversation id. Products that are no longer sold have none. */
export function usePictures(rows: readonly ConversationView[]): ReadonlyMap<string, string> {
  const { pictures } = useMessages();
  const all = useSyncExternalStore(pictures.watch, pictures.all, pictures.all);
  const about = rows.flatMap(({ id, type, metadata: { productId } }) =>
    type === 'product' && typeof productId === 'string' ? [{ id, productId }] : [],
  );
  const ids = [...new Set(about.map(({ productId }) => productId))].sort().join(',');
  useEffect(() => {
    if (ids !== '') pictures.need(ids.split(','));
  }, [pictures, ids]);
  return new Map(
    about.flatMap(({ id, productId }) => {
      const url = all[productId];
      return url ? [[id, url] as const] : [];
    }),
  );
}
