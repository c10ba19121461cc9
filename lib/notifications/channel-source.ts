import type { Runtime } from '#lib/core/runtime.ts';
import type { Reader, Store } from '#lib/data/store.ts';
import { type Cursor, stateCursor } from '#lib/tunnel/cursor.ts';
import type { ChannelSource, PersonalNews } from '#lib/tunnel/ports.ts';
import { newestFirst, unreadOf } from './queries.ts';

type Counting = Reader & Pick<Store, 'count'>;
type State = { readonly count: number; readonly cursor: Cursor };

/** How a person's list stands. The count alone would hide one that was read while another came. */
async function stateOf(data: Counting, userId: string): Promise<State> {
  const [count, newest] = await Promise.all([
    data.count(unreadOf(userId)),
    data.find(newestFirst({ userId, status: 'unread' }, 1)),
  ]);
  return { count, cursor: stateCursor(`${count}.${newest.rows[0]?.id ?? ''}`) };
}

/** The channel `notifications:unread`: a person's own count, always absolute. */
export const unreadSource = ({ data, now }: Pick<Runtime, 'data' | 'now'>): ChannelSource => ({
  mayListen: async () => true,
  async head(ctx) {
    const { count, cursor } = await stateOf(data, ctx.user.id);
    return { cursor, snapshot: [{ event: 'count', cursor, at: now().toISOString(), data: { count } }] };
  },
  async newsFor(_event, userIds) {
    const told = userIds.map(async (id): Promise<readonly [string, PersonalNews]> => {
      const { count, cursor } = await stateOf(data, id);
      return [id, { data: { count }, cursor }];
    });
    return new Map(await Promise.all(told));
  },
});
