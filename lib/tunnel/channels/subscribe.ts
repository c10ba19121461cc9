import type { UserContext } from '#lib/context/context.ts';
import { unavailable } from '#lib/core/errors.ts';
import type { Frame } from '#lib/tunnel/connections/frame.ts';
import type { ChannelSource } from '#lib/tunnel/ports.ts';
import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import { MAX_RECOVERED } from '#lib/tunnel/values.ts';
import { hasCursor, refusalOf, type TunnelChannel } from './channels.ts';
import { type Cursor, formatCursor, parseCursor } from './cursor.ts';
import { type Subscription, tell } from './subscription.ts';
import type { Topic } from './topic.ts';

/** How often one joining reads anew because of what happened meanwhile. */
const MOST_READS = 5;

type Joining = {
  readonly ctx: UserContext;
  readonly channel: TunnelChannel;
  readonly since: string | undefined;
  readonly source: ChannelSource;
  readonly topic: Topic;
  readonly subscription: Subscription;
};

/** Where a listener stands when it has joined, and what it had missed. */
export type Joined = { readonly cursor?: Cursor; readonly recovered?: boolean; readonly events: readonly EventFrame[] };

/**
 * Lets a registered listener join: reads where the channel stands and what lies between, asks whether it may, and only
 * then lets through what came meanwhile. `answer` is called in between, so that the reply is the first thing it hears.
 */
export async function join(joining: Joining, answer: (joined: Joined) => void): Promise<void> {
  const { ctx, channel, source, subscription } = joining;
  let joined: Joined;
  do {
    subscription.isDoubtful = false;
    joined = await readStand(joining);
    // Asked after: who is removed from here on is removed by an event that lies behind what was read.
    if (!(await source.mayListen(ctx, channel))) throw refusalOf(channel);
  } while (subscription.isDoubtful);
  // Where the channel itself was given up, the same question asked again is answered.
  if (subscription.endedBy === 'server') throw cannotBeRead();
  if (subscription.isOver) throw refusalOf(channel);

  answer(joined);
  const held = subscription.held ?? [];
  subscription.held = null;
  for (const { frame, rev } of held) tell(subscription, frame, rev);
}

const readStand = (joining: Joining): Promise<Joined> => {
  if (joining.source.changesAfter) return readCounter(joining);
  return hasCursor(joining.channel) ? readState(joining) : Promise.resolve({ events: [] });
};

async function readCounter(joining: Joining): Promise<Joined> {
  const { topic, subscription } = joining;
  for (let reads = 0; reads < MOST_READS; reads++) {
    const { rev, epoch, ...joined } = await readChanges(joining);
    topic.begin(rev, epoch);
    // What all others had been told before this listener was there must lie behind it too.
    if (rev < subscription.least) continue;
    subscription.rev = rev;
    return { ...joined, cursor: formatCursor(rev, epoch) };
  }
  throw cannotBeRead();
}

const cannotBeRead = () => unavailable('This channel cannot be read right now');

async function readChanges({ ctx, channel, since, source, topic }: Joining) {
  // Read before the channel is: what is wrong with a cursor says nothing of whether the channel is there.
  const from = since === undefined ? null : parseCursor(since);
  const { cursor } = await source.head(ctx, channel);
  const { epoch, rev } = parseCursor(cursor);
  const head = rev ?? 0;
  if (from === null) return { rev: head, epoch, events: [] };

  const refused = { rev: head, epoch, recovered: false, events: [] };
  if (from.epoch !== epoch || from.rev === null || from.rev > head) return refused;
  const rows = (await source.changesAfter?.(channel, from.rev, MAX_RECOVERED + 1)) ?? [];
  if (rows.length > MAX_RECOVERED) return refused;
  topic.begin(head, epoch);
  // A source reads its rows one kind after another, so only up to the head are they surely all there. What changed since
  // is told by its own event.
  const known = rows.filter((row) => (row.rev ?? 0) <= head);
  return { rev: head, epoch, recovered: true, events: known.map((row) => topic.eventOf(row)) };
}

/** A state is always recoverable: who knows it gets nothing, anybody else the state itself. */
async function readState({ ctx, channel, since, source, topic, subscription }: Joining): Promise<Joined> {
  let reads = 0;
  for (;;) {
    const { cursor, snapshot } = await source.head(ctx, channel);
    const wasChanging = subscription.held?.some(isState) ?? false;
    if (wasChanging && reads < MOST_READS) {
      // Which of the two is newer cannot be told, so it is read once more.
      subscription.held = (subscription.held ?? []).filter((one) => !isState(one));
      reads += 1;
      continue;
    }
    const isKnown = since === cursor;
    const events = isKnown ? [] : snapshot.map((event) => topic.eventOf({ ...event, cursor }));
    return { cursor, events, ...(since !== undefined && { recovered: true }) };
  }
}

const isState = ({ frame }: { readonly frame: Frame }): boolean => frame.replaces !== null;
