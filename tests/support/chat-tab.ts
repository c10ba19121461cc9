import { setTimeout as pause } from 'node:timers/promises';
import type { Transport } from '#lib/tunnel/values.ts';
import { TunnelClient } from '#lib/web/tunnel/client.ts';
import { type ListenerUpdate, TunnelListeners } from '#lib/web/tunnel/listeners.ts';
import type { Said } from './message-history.ts';
import { nodeBrowser } from './node-browser.ts';

type Options = {
  readonly origin: string;
  readonly cookie: string;
  readonly conversationId: string;
  readonly transport: Transport;
  /** The number of messages after which the tab sends its read marker; null means never. */
  readonly readsEvery: number | null;
};
type Answer<T> = { readonly status: number; readonly body: T };
type Page = { readonly messages: readonly Said[]; readonly pagination: { readonly hasMoreAfter: boolean } };
type Row = { readonly id: string; readonly unreadCount: number };

const RETRY_MS = 40;

/**
 * One person's tab: the open conversation, the unread counts of the list, and the bell. The tunnel client of browsers
 * and the rules for REST reads keep them current. The tab reconnects broken lines and unreachable servers without
 * limit.
 */
export class ChatTab {
  /** Messages in the order in which they were shown. */
  readonly shown: Said[] = [];
  /** Unread messages by conversation, and unread notifications, as last reported. */
  readonly unread = new Map<string, number>();
  bell = 0;
  /** How often the conversation was read over REST. */
  refetches = 0;
  /** How often the tab joined the conversation's channel. */
  joins = 0;
  readonly #options: Options;
  readonly #listeners = new TunnelListeners();
  #client: TunnelClient | null = null;
  /** Messages that arrive while the conversation is being read over REST. */
  #held: Said[] | null = null;
  #isBehind = false;
  /** Every message up to this number was read over REST. */
  #known = 0;
  #listing: Set<string> | null = null;
  #readUpTo = 0;
  readonly #work = new Set<Promise<unknown>>();
  #isOver = false;

  constructor(options: Options) {
    this.#options = options;
    const { conversationId } = options;
    this.#listeners.add(`conversation:${conversationId}`, null, (one) => this.#hearConversation(one));
    this.#listeners.add('user:inbox', null, (one) => this.#hearInbox(one));
    this.#listeners.add('notifications:unread', null, (one) => {
      if (one.event === 'count') this.bell = (one as { data: { count: number } }).data.count;
    });
    this.open();
  }

  /** Listens from the last known cursors. */
  open(): void {
    const { origin, cookie, transport } = this.#options;
    this.#listeners.wait();
    const browser = { ...nodeBrowser({ origin, cookie }, transport), random: Math.random };
    this.#client = new TunnelClient(browser, {
      update: (news) => this.#listeners.receive(news),
      status: () => undefined,
    });
    for (const { channel, cursor } of this.#listeners.places()) this.#client.want(channel, cursor);
  }

  /** Closes the tunnel: nothing reaches the tab until `open` is called again. */
  leave(): void {
    this.#client?.close();
  }

  /** Closes the tab and waits for its pending requests. A request that fails from now on is not retried. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.leave();
    await Promise.allSettled(this.#work);
  }

  /** Sends a request and retries until the server responds. An error status counts as a response. */
  async ask<T>(path: string, body?: unknown): Promise<Answer<T>> {
    const { origin, cookie } = this.#options;
    for (;;) {
      try {
        const reply = await fetch(origin + path, {
          headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        });
        return { status: reply.status, body: (await reply.json()) as T };
      } catch (error) {
        if (this.#isOver) throw error;
        await pause(RETRY_MS);
      }
    }
  }

  #hearConversation(one: ListenerUpdate): void {
    if (one.event === 'joined') {
      this.joins += 1;
      if (one.recovered !== true) this.#begin(this.#readConversation());
    } else if (one.event === 'message.created') {
      const message = (one as { data: Said }).data;
      if (this.#held) this.#held.push(message);
      else this.#take(message);
    }
  }

  #hearInbox(one: ListenerUpdate): void {
    if (one.event === 'inbox.state') this.#begin(this.#readList());
    if (one.event !== 'conversation.upserted') return;
    const { id, unreadCount } = (one as { data: Row }).data;
    this.unread.set(id, unreadCount);
    this.#listing?.add(id);
  }

  /** Reads the messages after the last one shown. Messages that arrive meanwhile are shown after them. */
  async #readConversation(): Promise<void> {
    this.refetches += 1;
    this.#isBehind = true;
    if (this.#held) return; // the read that is running goes on to the new head
    this.#held = [];
    while (this.#isBehind) {
      this.#isBehind = false;
      const query = `direction=after&limit=100&cursor=${this.#last()}`;
      const path = `/api/conversations/${this.#options.conversationId}/messages?${query}`;
      const { body } = await this.ask<Page>(path);
      for (const message of body.messages) this.#show(message);
      this.#known = this.#last();
      if (body.pagination.hasMoreAfter) this.#isBehind = true;
    }
    const held = this.#held;
    this.#held = null;
    for (const message of held) this.#take(message);
  }

  /** Shows a message from the tunnel unless REST has already returned it. A message sent twice is shown twice. */
  #take(message: Said): void {
    if (message.seq > this.#known) this.#show(message);
  }

  async #readList(): Promise<void> {
    const told = new Set<string>();
    this.#listing = told;
    const { body } = await this.ask<{ conversations: Row[] }>('/api/conversations');
    // A later read of the list has begun and is more recent. Counts that arrived since then are noted for that read
    // only.
    if (this.#listing !== told) return;
    for (const { id, unreadCount } of body.conversations) if (!told.has(id)) this.unread.set(id, unreadCount);
    this.#listing = null;
  }

  #show({ id, seq, content }: Said): void {
    this.shown.push({ id, seq, content });
    const { readsEvery, conversationId } = this.#options;
    if (readsEvery === null || seq < this.#readUpTo + readsEvery) return;
    this.#readUpTo = seq;
    this.#begin(this.ask(`/api/conversations/${conversationId}/read`, { seq }));
  }

  #last = (): number => this.shown.at(-1)?.seq ?? 0;

  #begin(work: Promise<unknown>): void {
    const done = work.finally(() => this.#work.delete(done));
    this.#work.add(done);
    done.catch(() => undefined);
  }
}
