import { notFound } from '#lib/core/errors.ts';
import { conversationChannel, conversationIdOf } from '#lib/tunnel/channels/channels.ts';
import { formatCursor, stateCursor } from '#lib/tunnel/channels/cursor.ts';
import { overviewSource } from '#lib/tunnel/channels/overview-channel.ts';
import type { ChannelSources } from '#lib/tunnel/channels/sources.ts';
import type { ChannelSource, TunnelEvent } from '#lib/tunnel/ports.ts';
import type { NewEvent } from '#lib/tunnel/publish.ts';

type Row = { readonly id: string; text: string; rev: number; readonly createdRev: number; isDeleted: boolean };
type Talk = {
  readonly epoch: string;
  rev: number;
  infoRev: number;
  members: string[];
  readonly rows: Map<string, Row>;
};

const AT = '2026-03-02T10:00:00.000Z';

/**
 * Conversations and unread counts by the rules that a domain keeps for the tunnel, without a domain. Each row knows the
 * counter of its last change, and each change returns the event to publish.
 */
export class Talks {
  readonly #talks = new Map<string, Talk>();
  readonly #counts = new Map<string, { count: number; newest: string }>();
  readonly taken: { readonly channel: string; readonly userId: string; readonly data: unknown }[] = [];
  /** The users whose last connection has ended. */
  readonly left: string[] = [];
  /** How often rows were read for a user. */
  reads = 0;
  /** Holds reads back, for tests of what happens meanwhile. */
  before: () => Promise<void> = async () => undefined;

  open(id: string, members: readonly string[], epoch = 'e1'): void {
    this.#talks.set(id, { epoch, rev: 0, infoRev: 0, members: [...members], rows: new Map() });
  }

  post(id: string, rowId: string, text = rowId): NewEvent {
    const talk = this.#get(id);
    talk.rev += 1;
    talk.rows.set(rowId, { id: rowId, text, rev: talk.rev, createdRev: talk.rev, isDeleted: false });
    return this.#eventOf(id, 'message.created', { id: rowId, text });
  }

  edit(id: string, rowId: string, text: string): NewEvent {
    const row = this.#change(id, rowId);
    row.text = text;
    return this.#eventOf(id, 'message.updated', { id: rowId, text });
  }

  remove(id: string, rowId: string): NewEvent {
    const row = this.#change(id, rowId);
    row.isDeleted = true;
    return this.#eventOf(id, 'message.deleted', { id: rowId });
  }

  membersOf = (id: string): readonly string[] => this.#get(id).members;

  setMembers(id: string, members: readonly string[]): NewEvent {
    const talk = this.#get(id);
    talk.rev += 1;
    talk.infoRev = talk.rev;
    talk.members = [...members];
    return this.#eventOf(id, 'member.left', { participantIds: [...members] });
  }

  count(userId: string, count: number, newest: string): NewEvent {
    this.#counts.set(userId, { count, newest });
    return {
      channel: 'notifications:unread',
      event: 'count',
      users: [userId],
      data: { count },
      cursor: stateCursor(`${count}.${newest}`),
    };
  }

  /** Returns the current texts, in the order of their last change. */
  stateOf(id: string): Readonly<Record<string, string>> {
    const rows = [...this.#get(id).rows.values()].filter(({ isDeleted }) => !isDeleted);
    return Object.fromEntries(rows.map((row) => [row.id, row.text]));
  }

  get sources(): ChannelSources {
    const unread = this.#unread;
    return {
      conversation: this.#conversations,
      'notifications:unread': unread,
      'user:inbox': unread,
      'admin:desk': overviewSource,
    };
  }

  readonly #conversations: ChannelSource = {
    mayListen: async ({ user }, channel) => this.#find(channel)?.members.includes(user.id) ?? false,
    head: async (_, channel) => {
      this.reads += 1;
      await this.before();
      const { rev, epoch } = this.#get(conversationIdOf(channel) ?? '');
      return { cursor: formatCursor(rev, epoch), snapshot: [] };
    },
    changesAfter: async (channel, rev, limit) => {
      this.reads += 1;
      await this.before();
      return this.#changesAfter(conversationIdOf(channel) ?? '', rev).slice(0, limit);
    },
    take: async ({ user }, channel, _, data) => void this.taken.push({ channel, userId: user.id, data }),
    personLeft: (userId) => void this.left.push(userId),
  };

  readonly #unread: ChannelSource = {
    mayListen: async () => true,
    head: async ({ user }) => {
      await this.before();
      const { count, newest } = this.#counts.get(user.id) ?? { count: 0, newest: 'none' };
      return { cursor: stateCursor(`${count}.${newest}`), snapshot: [{ event: 'count', at: AT, data: { count } }] };
    },
  };

  #changesAfter(id: string, since: number): TunnelEvent[] {
    const { rows, infoRev, members } = this.#get(id);
    const changed = [...rows.values()].filter(({ rev }) => rev > since);
    const events: TunnelEvent[] = changed.map(({ id: rowId, text, rev, createdRev, isDeleted }) => ({
      event: isDeleted ? 'message.deleted' : createdRev > since ? 'message.created' : 'message.updated',
      rev,
      at: AT,
      data: isDeleted ? { id: rowId } : { id: rowId, text },
    }));
    if (infoRev > since)
      events.push({ event: 'conversation.updated', rev: infoRev, at: AT, data: { participantIds: members } });
    return events.sort((a, b) => (a.rev ?? 0) - (b.rev ?? 0));
  }

  #find = (channel: string): Talk | undefined => this.#talks.get(conversationIdOf(channel) ?? '');

  #get(id: string): Talk {
    const talk = this.#talks.get(id);
    if (!talk) throw notFound('Conversation', id);
    return talk;
  }

  #change(id: string, rowId: string): Row {
    const talk = this.#get(id);
    const row = talk.rows.get(rowId);
    if (!row) throw new Error(`no row ${rowId}`);
    talk.rev += 1;
    row.rev = talk.rev;
    return row;
  }

  #eventOf(id: string, event: NewEvent['event'], data: unknown): NewEvent {
    const { rev, epoch } = this.#get(id);
    return { channel: conversationChannel(id), event, rev, epoch, data };
  }
}
