import type { UserContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { openRealtimeTally } from '#lib/notifications/analytics/realtime-tally.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { type Cursor, stateCursor } from '#lib/tunnel/channels/cursor.ts';
import type { ChannelSource, PersonalUpdate } from '#lib/tunnel/ports.ts';
import { countsOf, unreadIn } from './counts.ts';
import { archiveDue } from './expiry.ts';

type State = { readonly count: number; readonly cursor: Cursor };

/**
 * Returns the state of a user's list without expired rows. The cursor contains the count and the newest row. The count
 * alone would miss a notification that came and was read, and the newest row's id alone would miss a newer text.
 */
async function stateOf(ctx: Pick<Runtime, 'data' | 'now' | 'tunnel'>, userId: string): Promise<State> {
  await archiveDue(ctx, userId);
  const [counts, newest] = await Promise.all([countsOf(ctx, userId), ctx.data.find(newestFirst({ userId }, 1))]);
  const count = unreadIn(counts);
  const marks = newest.rows.flatMap(({ id, data }) => [id, data.createdAt]);
  return { count, cursor: stateCursor([count, ...marks].join('.')) };
}

/** Returns the cursor of a page that shows the caller's current list. */
export const unreadCursorOf = async (ctx: UserContext): Promise<Cursor> => (await stateOf(ctx, ctx.user.id)).cursor;

/** Returns the source of the channel `notifications:unread`: a user's own count, always absolute. */
export function unreadSource(runtime: Pick<Runtime, 'data' | 'memo' | 'now' | 'log' | 'tunnel'>): ChannelSource {
  const { now } = runtime;
  const told = openRealtimeTally(runtime);
  return {
    mayListen: async () => true,
    async head(ctx) {
      const { count, cursor } = await stateOf(runtime, ctx.user.id);
      return { cursor, snapshot: [{ event: 'count', cursor, at: now().toISOString(), data: { count } }] };
    },
    async updatesFor(event, userIds) {
      const updates = userIds.map(async (id): Promise<readonly [string, PersonalUpdate]> => {
        const { count, cursor } = await stateOf(runtime, id);
        return [id, { data: { count }, cursor }];
      });
      if (isOfNewNotification(event)) told.add(userIds.length);
      return new Map(await Promise.all(updates));
    },
  };
}

const isOfNewNotification = ({ data }: BusEvent): boolean =>
  typeof data === 'object' && data !== null && 'cause' in data && data.cause === 'news';
