import type { ConversationView, SharedConversation } from '#lib/messaging/schemas/conversation.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { MessagePage, ReadState } from '#lib/messaging/schemas/message-input.ts';
import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import type { ListenerUpdate } from '#lib/web/tunnel/listeners.ts';
import {
  firstSeq,
  lastSeq,
  pagesOf,
  type ThreadPages,
  withMessage,
  withNewer,
  withNewest,
  withOlder,
} from './thread-pages.ts';

/** How often, and after which pauses, missed messages are requested. */
const MOST_TRIES = 12;
const SHORTEST_MS = 500;
const LONGEST_MS = 30_000;

/** How far each other person has read, by id. People without read receipts are missing. */
export type Reads = Readonly<Record<string, number>>;
export type ThreadState = {
  readonly conversation: ConversationView;
  readonly pages: ThreadPages;
  readonly reads: Reads;
  readonly isLoadingOlder: boolean;
  readonly isLoadingNewer: boolean;
  /** A page could not be loaded. */
  readonly hasFailed: boolean;
};

export type ThreadWorld = {
  /** Loads a page by the query of `GET …/messages`. */
  readonly page: (query: string) => Promise<MessagePage>;
  readonly read: () => Promise<ReadState>;
  readonly conversation: () => Promise<ConversationView>;
  /** A message was sent by any person. */
  readonly said: (message: MessageView) => void;
  readonly typing: (data: unknown) => void;
  readonly later: (run: () => void, ms: number) => void;
  /** The reader has left the conversation, or it no longer exists. */
  readonly gone: () => void;
};

const messageEvents: ReadonlySet<string> = new Set(['message.updated', 'message.deleted', 'message.reaction']);

const readsOf = ({ participants }: ReadState): Reads =>
  Object.fromEntries(participants.map(({ userId, lastReadSeq }) => [userId, lastReadSeq]));

export type OpenedPages = {
  readonly conversation: ConversationView;
  readonly page: MessagePage;
  readonly read: ReadState;
};

/**
 * One open conversation in the browser: its loaded messages, merged with events of the tunnel and responses of the
 * API.
 */
export class ThreadStore {
  readonly #world: ThreadWorld;
  readonly #watchers = new Set<() => void>();
  #state: ThreadState;

  constructor(world: ThreadWorld, { conversation, page, read }: OpenedPages) {
    this.#world = world;
    const idle = { isLoadingOlder: false, isLoadingNewer: false, hasFailed: false };
    this.#state = { conversation, pages: pagesOf(page), reads: readsOf(read), ...idle };
  }

  readonly state = (): ThreadState => this.#state;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  receive(receive: ListenerUpdate): void {
    if (receive.event === 'joined') {
      if (receive.recovered === false) void this.catchUp();
    } else if (receive.event === 'left' || receive.event === 'refused') void this.#ask();
    else this.#apply(receive);
  }

  /** The server built the data of each event from its own rows. */
  #apply({ event, data }: EventFrame): void {
    if (event === 'message.created') this.said(data as MessageView);
    else if (messageEvents.has(event)) this.take(data as MessageView);
    else if (event === 'conversation.updated') this.changed(data as SharedConversation);
    else if (event === 'member.joined' || event === 'member.left')
      this.changed({ participantIds: (data as Pick<SharedConversation, 'participantIds'>).participantIds });
    else if (event === 'read.updated') this.#readBy(data as { userId: string; lastReadSeq: number });
    else if (event === 'typing') this.#world.typing(data);
  }

  /** Adds a message that was just sent, from an event or a response. */
  said(message: MessageView): void {
    this.take(message);
    this.#world.said(message);
  }

  /** Adds a new or old message in the state of an event or a response. */
  take(message: MessageView): void {
    const { conversation, pages } = this.#state;
    const messageSeq = Math.max(conversation.messageSeq, message.seq);
    this.#change({ pages: withMessage(pages, message), conversation: { ...conversation, messageSeq } });
  }

  /** Applies changes of the conversation itself. */
  changed(patch: Partial<ConversationView>): void {
    const { conversation } = this.#state;
    const messageSeq = Math.max(conversation.messageSeq, patch.messageSeq ?? 0);
    this.#change({ conversation: { ...conversation, ...patch, id: conversation.id, messageSeq } });
  }

  async loadOlder(): Promise<void> {
    const { pages, isLoadingOlder } = this.#state;
    if (!pages.hasBefore || isLoadingOlder) return;
    this.#change({ isLoadingOlder: true, hasFailed: false });
    await this.#load(`direction=before&cursor=${firstSeq(pages)}`, (page) => withOlder(this.#state.pages, page));
    this.#change({ isLoadingOlder: false });
  }

  async loadNewer(): Promise<void> {
    const { pages, isLoadingNewer } = this.#state;
    if (!pages.hasAfter || isLoadingNewer) return;
    this.#change({ isLoadingNewer: true, hasFailed: false });
    await this.#load(`direction=after&cursor=${lastSeq(pages)}`, (page) => withNewer(this.#state.pages, page));
    this.#change({ isLoadingNewer: false });
  }

  /** Shows the end. Resolves once it is loaded. */
  async showNewest(): Promise<void> {
    if (this.#state.pages.hasAfter) await this.#load('', pagesOf);
  }

  /** Shows the messages around one, unless it is shown. Rejects when they cannot be loaded. */
  async showAround(messageId: string): Promise<void> {
    if (this.#state.pages.messages.some(({ id }) => id === messageId)) return;
    this.#change({ pages: pagesOf(await this.#world.page(`around=${encodeURIComponent(messageId)}`)) });
  }

  /**
   * Reads again what may have been missed: the conversation itself, the newest page and the read positions. Nothing
   * else would ever bring them, so it retries while the server is unavailable.
   */
  async catchUp(tries = 1): Promise<void> {
    const [isRead] = await Promise.all([
      this.#load('', (page) => withNewest(this.#state.pages, page)),
      this.#ask(),
      this.#world.read().then(
        (read) => this.#change({ reads: readsOf(read) }),
        () => undefined, // the next event or break brings it
      ),
    ]);
    if (!isRead && tries < MOST_TRIES)
      this.#world.later(() => void this.catchUp(tries + 1), Math.min(LONGEST_MS, SHORTEST_MS * 2 ** tries));
  }

  /**
   * Shows a change of a message at once and sends it to the server. If the server refuses, the change is undone and
   * the error is thrown.
   */
  async optimistically(message: MessageView, shown: MessageView, ask: () => Promise<MessageView>): Promise<void> {
    this.#replace(message.id, () => shown);
    try {
      this.take(await ask());
    } catch (error) {
      this.#replace(message.id, (held) => (held === shown ? message : held));
      throw error;
    }
  }

  #replace(id: string, by: (held: MessageView) => MessageView): void {
    const { pages } = this.#state;
    this.#change({ pages: { ...pages, messages: pages.messages.map((held) => (held.id === id ? by(held) : held)) } });
  }

  #readBy({ userId, lastReadSeq }: { readonly userId: string; readonly lastReadSeq: number }): void {
    const { reads } = this.#state;
    this.#change({ reads: { ...reads, [userId]: Math.max(reads[userId] ?? 0, lastReadSeq) } });
  }

  async #load(query: string, take: (page: MessagePage) => ThreadPages): Promise<boolean> {
    try {
      const page = await this.#world.page(query);
      this.#change({ pages: take(page), hasFailed: false });
      return true;
    } catch {
      this.#change({ hasFailed: true });
      return false;
    }
  }

  /** Reads the state of the conversation. If that fails, the next event or break brings it. */
  async #ask(): Promise<void> {
    try {
      this.changed(await this.#world.conversation());
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) this.#world.gone();
    }
  }

  #change(change: Partial<ThreadState>): void {
    this.#state = { ...this.#state, ...change };
    for (const changed of [...this.#watchers]) changed();
  }
}
