import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { emailIndex } from '#lib/crm/threads/thread-index.ts';
import { messageIndex } from '#lib/messaging/messages/message-index.ts';
import { rebuildIfStale } from '#lib/search/rebuild-index.ts';
import { hasTicker } from '#lib/store/stock/notice.ts';

/** Rebuilds the indexes of mail and of messages where they do not fit this start. Runs where the ticker runs; nobody waits for it. */
export function startInboxIndex(runtime: Runtime): { close(): void } {
  const nothing = { close: () => undefined };
  if (!hasTicker(runtime.env)) return nothing;
  const ctx = systemContext(runtime, newId('request'));
  for (const one of [emailIndex, messageIndex])
    void rebuildIfStale(ctx, one).catch((error: unknown) =>
      runtime.log('error', 'search.reindex_failed', { index: one.index, error }),
    );
  return nothing;
}
