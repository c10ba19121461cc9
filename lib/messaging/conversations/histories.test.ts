import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { deleteMessage } from '#lib/messaging/messages/edit-message.ts';
import { pageOfMessages } from '#lib/messaging/messages/message-page.ts';
import { react } from '#lib/messaging/messages/reactions.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { conversationsQuery } from '#lib/messaging/schemas/conversation-input.ts';
import { type MessagePage, messagesQuery, sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { getMine } from './access.ts';
import { createConversation } from './create-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { markRead } from './read-state.ts';

type Person = TestContext & UserContext;

async function worldOf(count: number) {
  const world = await testContext();
  const people: Person[] = [];
  for (let at = 0; at < count; at++) people.push(await asUser(world));
  const conversation = testConversation(
    people.map(({ user }) => user.id),
    world.now(),
  );
  await putConversation(world, conversation);
  return { world, people, id: conversation.id };
}

const post = (as: Person, id: string, content: string, clientMessageId: string | null = null) =>
  sendMessage(as, id, sendInput.parse({ content, clientMessageId }), undefined);

describe('simultaneous requests', () => {
  it('create one direct conversation for fifty requests from both sides', async () => {
    const { people } = await worldOf(2);
    const [ann, bob] = people as [Person, Person];
    const input = { type: 'direct', participantIds: [ann.user.id, bob.user.id] } as const;

    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        createConversation(
          at % 2 === 0 ? ann : bob,
          { ...input, participantIds: [...input.participantIds] },
          undefined,
        ),
      ),
    );

    expect(new Set(made.map(({ conversation }) => conversation.id)).size).toBe(1);
    expect(made.filter(({ created }) => created)).toHaveLength(1);
  });

  it('create one message for a key sent fifty times, and number all messages without a gap', async () => {
    const { people, id } = await worldOf(2);
    const [ann, bob] = people as [Person, Person];

    const sent = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        at % 2 === 0 ? post(ann, id, 'Once', 'one-key-for-all') : post(bob, id, `No ${at}`),
      ),
    );

    expect(sent.filter(({ created }) => created)).toHaveLength(51);
    const seqs = new Set(sent.map(({ message }) => message.seq));
    expect([...seqs].sort((a, b) => a - b)).toEqual(Array.from({ length: 51 }, (_, at) => at + 1));
  });

  it('keep every reaction of eight users', async () => {
    const { people, id } = await worldOf(8);
    const { message } = await post(people[0] as Person, id, 'Vote');

    await Promise.all(people.map((as) => react(as, { conversationId: id, messageId: message.id, emoji: '🍞' })));

    const [reader] = people as [Person];
    const mine = await getMine(reader, reader.data, id);
    const { messages } = await pageOfMessages(reader, mine, messagesQuery.parse({}));
    expect(messages[0]?.reactions['🍞']).toHaveLength(8);
  });
});

const SEEDS = Array.from({ length: 12 }, (_, at) => at + 1);

describe('random histories', () => {
  it.each(SEEDS)(
    'return every message once, in pages of either direction, while others write (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const { people, id } = await worldOf(2);
      const [ann, bob] = people as [Person, Person];
      const before = 20 + random.int(30);
      for (let at = 0; at < before; at++) await post(bob, id, `No ${at}`);
      const direction = random.pick(['before', 'after'] as const);

      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = {
          limit: String(1 + random.int(9)),
          direction,
          ...(cursor !== null && { cursor }),
        };
        const mine = await getMine(ann, ann.data, id);
        const reading: Promise<MessagePage> = pageOfMessages(ann, mine, messagesQuery.parse(query));
        if (random.chance(0.5)) await post(bob, id, 'Meanwhile');
        const page = await reading;
        const seqs = page.messages.map(({ seq }) => seq);
        if (direction === 'before') seen.unshift(...seqs);
        else seen.push(...seqs);
        cursor = page.pagination.nextCursor;
      } while (cursor !== null && seen.length < 500);

      expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => at + 1));
      expect(seen.length).toBeGreaterThanOrEqual(before);
    },
  );

  it.each(SEEDS)('keep the unread counts equal to the messages after the last read one (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const { world, people, id } = await worldOf(3);
    const read = new Map(people.map(({ user }) => [user.id, 0]));
    const sent: { readonly id: string; readonly seq: number; readonly by: Person }[] = [];

    for (let step = 0; step < 40; step++) {
      world.clock.advance(1_000);
      await oneStep(random, { people, id, read, sent });
    }

    for (const as of people) {
      const { conversations, unreadTotal } = await listConversations(as, conversationsQuery.parse({}));
      const expected = sent.length - (read.get(as.user.id) ?? 0);
      expect(conversations[0]?.unreadCount).toBe(expected);
      expect(unreadTotal).toBe(expected);
    }
  });
});

type History = {
  readonly people: readonly Person[];
  readonly id: string;
  readonly read: Map<string, number>;
  readonly sent: { readonly id: string; readonly seq: number; readonly by: Person }[];
};

/** Performs a random action and records its expected effect on the acting user. */
async function oneStep(random: Random, { people, id, read, sent }: History): Promise<void> {
  const as = random.pick(people);
  const known = read.get(as.user.id) ?? 0;
  const deed = random.int(4);
  if (deed === 0 || sent.length === 0) {
    const { message } = await post(as, id, 'Hello');
    sent.push({ id: message.id, seq: message.seq, by: as });
    read.set(as.user.id, message.seq);
  } else if (deed === 1) {
    const seq = random.int(sent.length + 3);
    await markRead(as, id, { seq });
    read.set(as.user.id, Math.max(known, Math.min(seq, sent.length)));
  } else if (deed === 2) {
    const message = random.pick(sent);
    await markRead(as, id, { unread: true, messageId: message.id });
    read.set(as.user.id, Math.min(known, message.seq - 1));
  } else {
    const message = random.pick(sent);
    await deleteMessage(message.by, { conversationId: id, messageId: message.id });
  }
}
