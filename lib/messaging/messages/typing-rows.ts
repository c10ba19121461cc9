import type { TypingRows } from '#lib/context/ports/typing.ts';
import type { Store } from '#lib/data/store.ts';
import { TypingSignals } from '#lib/messaging/collections.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';

/** Opens the rows of typing signals: one per user and conversation, read by id, expired after ten seconds. */
export const openTypingRows = (data: Store): TypingRows => ({
  put: (conversationId, typing) => data.set(TypingSignals, memberIdOf(conversationId, typing.userId), { ...typing }),
  remove: (conversationId, userId) => data.delete(TypingSignals, memberIdOf(conversationId, userId)),
  async list(conversationId, userIds) {
    const rows = await data.getMany(
      TypingSignals,
      userIds.map((userId) => memberIdOf(conversationId, userId)),
    );
    return rows.flatMap((row) => (row ? [row.data] : []));
  },
});
