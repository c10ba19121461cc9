import { useEffect, useState } from 'react';
import type { BlockList } from '#lib/messaging/schemas/block.ts';
import { get, put, remove } from '#lib/web/api/api-client.ts';

/** Returns the users whom the reader has blocked; null until loaded. `toggle` rejects with the API's error. */
export function useBlocks() {
  const [blocked, setBlocked] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    // If loading fails, the block buttons stay hidden, and the next mount tries again.
    get<BlockList>('/api/users/blocks', { signal: asking.signal }).then(
      ({ blocks }) => setBlocked(new Set(blocks.map(({ userId }) => userId))),
      () => undefined,
    );
    return () => asking.abort();
  }, []);

  const toggle = async (userId: string) => {
    const isBlocked = blocked?.has(userId) ?? false;
    await (isBlocked ? remove(`/api/users/${userId}/block`) : put(`/api/users/${userId}/block`, undefined));
    setBlocked((before) => {
      const after = new Set(before);
      if (isBlocked) after.delete(userId);
      else after.add(userId);
      return after;
    });
  };
  return { blocked, toggle };
}
export type Blocks = ReturnType<typeof useBlocks>;
