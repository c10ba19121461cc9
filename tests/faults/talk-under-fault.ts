import { setTimeout as pause } from 'node:timers/promises';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { ConversationMembers, Conversations, Messages } from '#lib/messaging/collections.ts';
import { unreadOf } from '#lib/messaging/conversations/views.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';
import { messageNotifyTopic } from '#lib/messaging/topics.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import type { Transport } from '#lib/tunnel/values.ts';
import { ChatTab } from '#tests/support/chat-tab.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { type Acked, faultsIn, type MessageHistory, type Said } from '#tests/support/message-history.ts';
import type { Buyer } from '#tests/support/purchase.ts';
import type { Random } from '#tests/support/random.ts';
import { openRelay, type Relay } from '#tests/support/relay.ts';
import { everyRow } from '#tests/support/world.ts';

/** A reader sends its read marker after this many messages; one in ten people never does. */
const READS_EVERY = 50;
const READERS_TO_ONE = 10;
const CUTS_PER_SEND = 1 / 25;
/** The share of messages that an absent tab misses: of 300, more than a connection replays (MAX_RECOVERED). */
const AWAY = 0.4;
const LOOK_MS = 200;
const NOTICE = messageNotifyTopic.name;

/** A conversation of all people, each with a tab of their own behind a relay that can be cut. */
export type Talk = {
  readonly conversationId: string;
  readonly people: readonly Buyer[];
  readonly tabs: readonly ChatTab[];
  readonly relays: readonly Relay[];
  /** The acknowledged sends. */
  readonly acked: Acked[];
  /** How often the server asked to repeat a send later. */
  readonly deferred: { count: number };
  close(): Promise<void>;
};

/** Puts these people into a conversation and opens their tabs, with the transports and the servers assigned in turn. */
export async function openTalk(runtime: Runtime, people: readonly Buyer[], origins: readonly string[]): Promise<Talk> {
  const ctx = systemContext(runtime, newId('request'));
  const conversation = testConversation(
    people.map(({ userId }) => userId),
    ctx.now(),
  );
  await putConversation(ctx, conversation);
  const relays = await Promise.all(people.map((_, at) => openRelay(hostAt(origins, at))));
  const tabs = people.map(
    ({ cookie }, at) =>
      new ChatTab({
        ...{ origin: `http://${relays[at]?.host}`, cookie, conversationId: conversation.id },
        transport: transportOf(at),
        readsEvery: at % READERS_TO_ONE === 0 ? null : READS_EVERY,
      }),
  );
  return {
    ...{ conversationId: conversation.id, people, tabs, relays, acked: [], deferred: { count: 0 } },
    close: async () => {
      // Pending requests must end, but need no response.
      for (const relay of relays) relay.close();
      await Promise.all(tabs.map((tab) => tab.close()));
    },
  };
}

/** Polling sends a new request after each response, so only a few tabs use it. */
const transportOf = (at: number): Transport =>
  (['websocket', 'sse', 'websocket', 'sse', 'poll'] as const)[at % 5] ?? 'poll';

const hostAt = (origins: readonly string[], at: number): string => (origins[at % origins.length] ?? '').slice(7);

/** Directs every relay to the servers that are running. */
export function lead({ relays }: Talk, origins: readonly string[]): void {
  for (const [at, relay] of relays.entries()) relay.lead(hostAt(origins, at));
}

export type Storm = {
  readonly random: Random;
  readonly messages: number;
  readonly kills: number;
  /** Kills a server and starts it again; resolves when it is ready. */
  readonly kill: () => Promise<void>;
};

/**
 * Sends everyone's messages, one after another and each until it is acknowledged. Meanwhile connections are cut, tabs
 * leave and return, and servers are killed.
 */
export async function talkThrough(talk: Talk, { random, messages, kills, kill }: Storm): Promise<void> {
  const killsAt = Array.from({ length: kills }, (_, n) =>
    Math.floor((messages * (n + 0.3 + 0.4 * (random.int(100) / 100))) / (kills + 0.5)),
  );
  const sleepers = new Map(
    random.some(talk.tabs, 3, 3).map((tab) => [tab, Math.floor(messages * (0.1 + random.int(30) / 100))]),
  );
  let killing: Promise<void> = Promise.resolve();
  const happen = (): void => {
    const count = talk.acked.length;
    if (random.chance(CUTS_PER_SEND)) random.pick(talk.relays).cut();
    if (killsAt.includes(count)) killing = killing.then(kill);
    for (const [tab, from] of sleepers) {
      if (count === from) tab.leave();
      if (count === from + Math.ceil(messages * AWAY)) tab.open();
    }
  };

  await Promise.all(
    talk.tabs.map(async (tab, at) => {
      const senderId = talk.people[at]?.userId ?? '';
      for (let sent = 0; at + sent * talk.people.length < messages; sent++) {
        talk.acked.push(await say(talk, tab, { senderId, sent }));
        happen();
      }
    }),
  );
  await killing;
}

/** Repeats everyone's first message, with another text if `words` are given; returns the statuses and message ids. */
export const sayAgain = (talk: Talk, words?: string): Promise<readonly Repeated[]> =>
  Promise.all(
    talk.tabs.map(async (tab, at) => {
      const senderId = talk.people[at]?.userId ?? '';
      const reply = await send(tab, talk.conversationId, { senderId, sent: 0, ...(words && { content: words }) });
      return { status: reply.status, id: reply.body.message?.id };
    }),
  );
export type Repeated = { readonly status: number; readonly id: string | undefined };

type Sending = Pick<Acked, 'senderId' | 'sent'> & { readonly content?: string };
const wordsOf = (sent: number) => `Thing ${sent}`;

/** Sends until there is a response; the key makes all attempts one message. */
const send = (tab: ChatTab, conversationId: string, { senderId, sent, content = wordsOf(sent) }: Sending) =>
  tab.ask<{ message?: Said; retryAfter?: number }>(`/api/conversations/${conversationId}/messages`, {
    content,
    clientMessageId: `${senderId}-${sent}`,
  });

/** Sends one message. A 503 is repeated after the server's Retry-After; any other refusal is a failure. */
async function say({ conversationId, deferred }: Talk, tab: ChatTab, sending: Sending): Promise<Acked> {
  for (;;) {
    const { status, body } = await send(tab, conversationId, sending);
    if (status === 503) {
      deferred.count += 1;
      await pause((body.retryAfter ?? 1) * 1000);
      continue;
    }
    if (status > 201 || !body.message) throw new Error(`sending answered ${status} ${JSON.stringify(body)}`);
    const { id, seq } = body.message;
    return { ...sending, id, seq, content: wordsOf(sending.sent) };
  }
}

/** Waits until every message is shown and every notification is sent. */
export async function untilSettled(talk: Talk, { data }: Pick<Runtime, 'data'>, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  const isSettled = async () =>
    talk.tabs.every(({ shown }) => shown.length >= talk.acked.length) &&
    (await everyRow(data, Outbox)).every(({ data: { topic, status } }) => topic !== NOTICE || status === 'done');
  while (Date.now() < deadline && !(await isSettled())) await pause(LOOK_MS);
  // The events of the last commits are still on their way.
  while (Date.now() < deadline && faultsIn(await historyOf(talk, { data })).length > 0) await pause(5 * LOOK_MS);
}

/** Returns everything the people have seen, together with the rows as they are now. */
export async function historyOf(talk: Talk, { data }: Pick<Runtime, 'data'>): Promise<MessageHistory> {
  const { conversationId, people, tabs, acked } = talk;
  const rows = (await everyRow(data, Messages)).filter((row) => row.data.conversationId === conversationId);
  const conversation = await data.need(Conversations, conversationId);
  const bells = await everyRow(data, Notifications);
  const readers = people.map(async ({ userId }, at) => {
    const tab = tabs[at] as ChatTab;
    const [member, list, inbox] = await Promise.all([
      data.need(ConversationMembers, memberIdOf(conversationId, userId)),
      tab.ask<List>('/api/conversations'),
      tab.ask<{ unreadCount: number }>('/api/notifications'),
    ]);
    const answered = list.body.conversations.find(({ id }) => id === conversationId)?.unreadCount ?? -1;
    return {
      name: `${userId} (${transportOf(at)})`,
      shown: tab.shown,
      counts: {
        unread: {
          told: tab.unread.get(conversationId) ?? -1,
          answered,
          total: list.body.unreadTotal ?? -1,
          rows: unreadOf(conversation.data, member.data),
        },
        bell: {
          told: tab.bell,
          answered: inbox.body.unreadCount,
          rows: bells.filter((row) => row.data.userId === userId && row.data.status === 'unread').length,
        },
      },
    };
  });
  const stored = rows.map(({ id, data: { seq, content } }): Said => ({ id, seq, content }));
  return { acked, stored, readers: await Promise.all(readers) };
}

type List = {
  readonly conversations: readonly { readonly id: string; readonly unreadCount: number }[];
  readonly unreadTotal?: number;
};
