import { describe, expect, it } from 'vitest';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { ApiProblem, unreachable } from '#lib/web/api/api-client.ts';
import type { ListenerUpdate } from '#lib/web/tunnel/listeners.ts';
import { ThreadStore, type ThreadWorld } from './thread-store.ts';

const message = (seq: number, patch: Partial<MessageView> = {}): MessageView => ({
  ...{ id: `msg_${seq}`, conversationId: 'cvs_1', seq, rev: seq, senderId: 'usr_ann', type: 'text' },
  ...{ content: `Message ${seq}`, attachments: [], metadata: {}, mentions: [], replyToId: null, reactions: {} },
  ...{ clientMessageId: null, createdAt: '2026-03-02T10:00:00.000Z', editedAt: null, deletedAt: null },
  ...patch,
});
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
const page = (from: number, to: number, head: number) => ({
  messages: run(from, to),
  pagination: { nextCursor: null, prevCursor: null, hasMoreBefore: from > 1, hasMoreAfter: to < head },
});
const conversation: ConversationView = {
  ...{ id: 'cvs_1', type: 'group', participantIds: ['usr_ann', 'usr_me'], metadata: { groupName: 'Old' } },
  ...{
    createdBy: 'usr_me',
    ownerId: null,
    createdAt: '2026-03-01T10:00:00.000Z',
    updatedAt: '2026-03-01T10:00:00.000Z',
  },
  ...{ lastMessageAt: null, lastMessage: null, messageSeq: 60, unreadCount: 0, lastReadSeq: 60 },
  ...{ muted: false, mutedUntil: null, archived: false, role: 'owner' },
};
const notFound = new ApiProblem({ error: 'NotFound', message: 'Gone', statusCode: 404 });
const readState = (lastReadSeq: number) => ({
  conversationId: 'cvs_1',
  me: { lastReadSeq: 60, lastReadMessageId: null, lastReadAt: null, unreadCount: 0 },
  participants: [{ userId: 'usr_ann', lastReadSeq, lastReadAt: null }],
});

const event = (name: string, data: unknown) =>
  ({
    type: 'event',
    channel: 'conversation:cvs_1',
    event: name,
    at: '2026-03-02T10:00:00.000Z',
    data,
  }) as ListenerUpdate;

function open(patch: Partial<ThreadWorld> = {}) {
  const calls: string[] = [];
  const store = new ThreadStore(
    {
      page: async (query) => {
        calls.push(query);
        return query.includes('before') ? page(1, 10, 60) : page(41, 60, 60);
      },
      read: async () => readState(55),
      conversation: async () => conversation,
      said: ({ id }) => calls.push(`said ${id}`),
      typing: () => undefined,
      later: () => undefined,
      gone: () => calls.push('gone'),
      ...patch,
    },
    { conversation, page: page(11, 60, 60), read: readState(3) },
  );
  return { store, calls };
}
const seqs = (store: ThreadStore) => store.state().pages.messages.map(({ seq }) => seq);

describe('an open conversation', () => {
  it('applies messages, edits, members and read positions, and never moves a position back', () => {
    const { store } = open();

    store.receive(event('message.created', message(61)));
    store.receive(event('message.updated', message(61, { rev: 70, content: 'Edited' })));
    store.receive(event('conversation.updated', { metadata: { groupName: 'New' }, messageSeq: 60 }));
    store.receive(event('member.joined', { userId: 'usr_bob', participantIds: ['usr_ann', 'usr_bob', 'usr_me'] }));
    store.receive(event('read.updated', { userId: 'usr_ann', lastReadSeq: 61 }));
    store.receive(event('read.updated', { userId: 'usr_ann', lastReadSeq: 40 }));

    const { conversation: now, pages, reads } = store.state();
    expect(pages.messages.at(-1)?.content).toBe('Edited');
    expect(now).toMatchObject({ metadata: { groupName: 'New' }, messageSeq: 61, id: 'cvs_1', role: 'owner' });
    expect(now.participantIds).toHaveLength(3);
    expect(reads).toEqual({ usr_ann: 61 });
  });

  it('loads older messages with one request at a time', async () => {
    const { store, calls } = open();

    await Promise.all([store.loadOlder(), store.loadOlder()]);
    await store.loadOlder();

    expect(calls).toEqual(['direction=before&cursor=11']);
    expect([seqs(store)[0], store.state().pages.hasBefore]).toEqual([1, false]);
  });

  it('reloads the newest page and the read positions when missed events cannot be recovered', async () => {
    const { store, calls } = open();

    store.receive({ event: 'joined', channel: 'conversation:cvs_1', recovered: true });
    store.receive({ event: 'joined', channel: 'conversation:cvs_1' });
    expect(calls).toEqual([]);
    store.receive({ event: 'joined', channel: 'conversation:cvs_1', recovered: false });
    await new Promise<void>((resolve) => {
      const look = store.watch(() => {
        if (store.state().reads.usr_ann !== 55) return;
        look();
        resolve();
      });
    });

    expect(calls).toEqual(['']);
  });

  it('retries the reload of missed messages while the server is unreachable', async () => {
    const pauses: number[] = [];
    let isAway = 3;
    const { store } = open({
      page: async () => {
        isAway -= 1;
        if (isAway >= 0) throw new Error('away');
        return page(51, 100, 100);
      },
      later: (run, ms) => {
        pauses.push(ms);
        queueMicrotask(run);
      },
    });

    store.receive({ event: 'joined', channel: 'conversation:cvs_1', recovered: false });
    while (seqs(store).at(-1) !== 100) await Promise.resolve();

    expect(pauses).toEqual([1000, 2000, 4000]);
    expect(store.state().hasFailed).toBe(false);
  });

  it('reloads the conversation after a disconnect, and is gone when the conversation is gone', async () => {
    const renamed = { ...conversation, metadata: { groupName: 'Renamed' }, messageSeq: 64, role: 'member' } as const;
    const { store, calls } = open({ conversation: async () => renamed });
    const gone = open({ conversation: () => Promise.reject(notFound) });
    const offline = open({ conversation: () => Promise.reject(unreachable()) });

    await Promise.all([store, gone.store, offline.store].map((opened) => opened.catchUp()));

    expect(store.state().conversation).toEqual(renamed);
    expect([calls, gone.calls, offline.calls].map((all) => all.includes('gone'))).toEqual([false, true, false]);
  });

  it('reports a new message, but not a change of an earlier message', () => {
    const { store, calls } = open();

    store.receive(event('message.reaction', message(20, { rev: 90, reactions: { '👍': ['usr_bob'] } })));
    store.receive(event('message.updated', message(21, { rev: 91, content: 'Edited' })));
    store.receive(event('message.created', message(61)));

    expect(calls).toEqual(['said msg_61']);
  });

  it('shows a change at once, and reverts a change that the server rejects', async () => {
    const { store } = open();
    const before = message(60);
    const held = store.state().pages.messages.at(-1) ?? before;
    const liked = { ...held, reactions: { '👍': ['usr_me'] } };
    const shown = () => store.state().pages.messages.at(-1)?.reactions;

    const refused = store.optimistically(held, liked, () => Promise.reject(new Error('refused')));
    expect(shown()).toEqual({ '👍': ['usr_me'] });
    await expect(refused).rejects.toThrow('refused');
    expect(shown()).toEqual({});

    await store.optimistically(held, liked, async () => ({
      ...liked,
      rev: 99,
      reactions: { '👍': ['usr_ann', 'usr_me'] },
    }));
    expect(shown()).toEqual({ '👍': ['usr_ann', 'usr_me'] });
  });

  it('does not revert over a newer change', async () => {
    const { store } = open();
    const held = store.state().pages.messages.at(-1) ?? message(60);
    const edited = message(60, { rev: 80, content: 'Edited by its sender' });

    const refused = store.optimistically(held, { ...held, reactions: { '👍': ['usr_me'] } }, async () => {
      store.receive(event('message.updated', edited));
      throw new Error('refused');
    });

    await expect(refused).rejects.toThrow();
    expect(store.state().pages.messages.at(-1)).toEqual(edited);
  });

  it('checks whether the conversation still exists when its channel is closed', async () => {
    const gone = open({ conversation: () => Promise.reject(notFound) });
    const there = open({ conversation: () => Promise.reject(unreachable()) });

    gone.store.receive({ event: 'left', channel: 'conversation:cvs_1', reason: 'membership_ended' });
    there.store.receive({ event: 'left', channel: 'conversation:cvs_1', reason: 'server' });
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();

    expect([gone.calls, there.calls]).toEqual([['gone'], []]);
  });
});
