import type { UserContext } from '#lib/core/context.ts';
import type { Runtime } from '#lib/core/runtime.ts';
import type { Reader, Store } from '#lib/data/store.ts';
import type { BusEvent } from '#lib/tunnel/bus.ts';
import { type Cursor, stateCursor } from '#lib/tunnel/cursor.ts';
import type { ChannelSource, PersonalNews } from '#lib/tunnel/ports.ts';
import { newestFirst, unreadOf } from './queries.ts';
import { openRealtimeTally } from './realtime-tally.ts';

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

/** Where a page stands that shows one's list as it is now. */
export const unreadCursorOf = async ({ data, user }: UserContext): Promise<Cursor> =>
  (await stateOf(data, user.id)).cursor;

/** The channel `notifications:unread`: a person's own count, always absolute. */
export function unreadSource(runtime: Pick<Runtime, 'data' | 'memo' | 'now' | 'log'>): ChannelSource {
  const { data, now } = runtime;
  const told = openRealtimeTally(runtime);
  return {
    mayListen: async () => true,
    async head(ctx) {
      const { count, cursor } = await stateOf(data, ctx.user.id);
      return { cursor, snapshot: [{ event: 'count', cursor, at: now().toISOString(), data: { count } }] };
    },
    async newsFor(event, userIds) {
      const news = userIds.map(async (id): Promise<readonly [string, PersonalNews]> => {
        const { count, cursor } = await stateOf(data, id);
        return [id, { data: { count }, cursor }];
      });
      if (isOfNews(event)) told.add(userIds.length);
      return new Map(await Promise.all(news));
    },
  };
}

const isOfNews = ({ data }: BusEvent): boolean =>
  typeof data === 'object' && data !== null && 'cause' in data && data.cause === 'news';
