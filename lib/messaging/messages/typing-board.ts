import type { TypingBoard } from '#lib/context/ports/typing.ts';

/** When the board holds this many conversations, expired entries are removed. */
const SWEEP_SIZE = 5_000;

/** Opens the typing board of one process. Readers never see expired entries, whether or not they were removed. */
export function openTypingBoard(now: () => Date): TypingBoard {
  const kept = new Map<string, Map<string, string>>();

  function remove(conversationId: string, userId: string): void {
    const people = kept.get(conversationId);
    people?.delete(userId);
    if (people?.size === 0) kept.delete(conversationId);
  }

  const living = (conversationId: string) => {
    const at = now().toISOString();
    const people = [...(kept.get(conversationId) ?? [])].map(([userId, expiresAt]) => ({ userId, expiresAt }));
    return people.filter(({ expiresAt }) => expiresAt > at);
  };

  function sweep(): void {
    const at = now().toISOString();
    for (const [conversationId, people] of kept)
      for (const [userId, expiresAt] of people) if (expiresAt <= at) remove(conversationId, userId);
  }

  return {
    note(conversationId, { userId, expiresAt }) {
      if (kept.size >= SWEEP_SIZE) sweep();
      const people = kept.get(conversationId) ?? new Map<string, string>();
      people.set(userId, expiresAt);
      kept.set(conversationId, people);
    },
    stop(conversationId, userId) {
      const wasThere = living(conversationId).some((signal) => signal.userId === userId);
      remove(conversationId, userId);
      return wasThere;
    },
    list: living,
    of: (userId) => [...kept].flatMap(([conversationId, people]) => (people.has(userId) ? [conversationId] : [])),
  };
}
