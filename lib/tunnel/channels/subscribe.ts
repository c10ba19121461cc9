import type { UserContext } from '#lib/context/context.ts';
import { unavailable } from '#lib/core/errors.ts';
import type { Frame } from '#lib/tunnel/connections/frame.ts';
import { MAX_RECOVERED } from '#lib/tunnel/limits.ts';
import type { ChannelSource } from '#lib/tunnel/ports.ts';
import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import { hasCursor, refusalOf, type TunnelChannel } from './channels.ts';
import { type Cursor, formatCursor, parseCursor } from './cursor.ts';
import type { OpenChannel } from './open-channel.ts';
import { deliver, type Subscription } from './subscription.ts';

/** How many times a join may read again because events arrived meanwhile. */
const MAX_READS = 5;

type Joining = {
  readonly ctx: UserContext;
  readonly channel: TunnelChannel;
  readonly since: string | undefined;
  readonly source: ChannelSource;
  readonly openChannel: OpenChannel;
  readonly subscription: Subscription;
};

/** The position of a listener that has joined, and the events it had missed. */
export type Joined = { readonly cursor?: Cursor; readonly recovered?: boolean; readonly events: readonly EventFrame[] };

/**
 * Lets a registered listener join. Reads the channel's position and the missed events, checks access, and only then
 * releases the events that arrived meanwhile. `answer` is called in between, so that the reply is the first frame the
 * listener receives.
 */
export async function join(joining: Joining, answer: (joined: Joined) => void): Promise<void> {
  const { ctx, channel, source, subscription } = joining;
  let joined: Joined;
  do {
    subscription.isDoubtful = false;
    joined = await readPosition(joining);
    // Access is checked after the read. When a user loses access from now on, an event that follows the read removes the
    // user.
    if (!(await source.mayListen(ctx, channel))) throw refusalOf(channel);
  } while (subscription.isDoubtful);
  // `giveUp` ended all subscriptions of the channel. The client can subscribe again.
  if (subscription.endedBy === 'server') throw cannotBeRead();
  if (subscription.isOver) throw refusalOf(channel);

  answer(joined);
  const held = subscription.held ?? [];
  subscription.held = null;
  for (const { frame, rev } of held) deliver(subscription, frame, rev);
}

const readPosition = (joining: Joining): Promise<Joined> => {
  if (joining.source.changesAfter) return readCounter(joining);
  return hasCursor(joining.channel) ? readState(joining) : Promise.resolve({ events: [] });
};

async function readCounter(joining: Joining): Promise<Joined> {
  const { openChannel, subscription } = joining;
  for (let reads = 0; reads < MAX_READS; reads++) {
    const { rev, epoch, ...joined } = await readChanges(joining);
    openChannel.begin(rev, epoch);
    // The read must also cover everything that all other listeners had received before this listener was registered.
    if (rev < subscription.least) continue;
    subscription.rev = rev;
    return { ...joined, cursor: formatCursor(rev, epoch) };
  }
  throw cannotBeRead();
}

const cannotBeRead = () => unavailable('This channel cannot be read right now. Try again');

async function readChanges({ ctx, channel, since, source, openChannel }: Joining) {
  // The cursor is parsed before the channel is read, so that an error in a cursor does not reveal whether the channel
  // exists.
  const from = since === undefined ? null : parseCursor(since);
  const { cursor } = await source.head(ctx, channel);
  const { epoch, rev } = parseCursor(cursor);
  const head = rev ?? 0;
  if (from === null) return { rev: head, epoch, events: [] };

  const refused = { rev: head, epoch, recovered: false, events: [] };
  if (from.epoch !== epoch || from.rev === null || from.rev > head) return refused;
  const rows = (await source.changesAfter?.(channel, from.rev, MAX_RECOVERED + 1)) ?? [];
  if (rows.length > MAX_RECOVERED) return refused;
  openChannel.begin(head, epoch);
  // A source reads one kind of row after another, so only the rows up to the head are complete. Later changes arrive
  // with their own events.
  const known = rows.filter((row) => (row.rev ?? 0) <= head);
  return { rev: head, epoch, recovered: true, events: known.map((row) => openChannel.eventOf(row)) };
}

/**
 * Reads a state channel, which is always recoverable. A listener that knows the state gets nothing; any other gets the
 * state.
 */
async function readState({ ctx, channel, since, source, openChannel, subscription }: Joining): Promise<Joined> {
  let reads = 0;
  for (;;) {
    const { cursor, snapshot } = await source.head(ctx, channel);
    const wasChanging = subscription.held?.some(isState) ?? false;
    if (wasChanging && reads < MAX_READS) {
      // It is unknown whether the event or the state is newer, so the state is read once more.
      subscription.held = (subscription.held ?? []).filter((heldEvent) => !isState(heldEvent));
      reads += 1;
      continue;
    }
    const isKnown = since === cursor;
    const events = isKnown ? [] : snapshot.map((event) => openChannel.eventOf({ ...event, cursor }));
    return { cursor, events, ...(since !== undefined && { recovered: true }) };
  }
}

const isState = ({ frame }: { readonly frame: Frame }): boolean => frame.replaces !== null;
