import { beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { type Outgoing, readStoredOutgoing } from './outgoing.ts';
import { type OpenQueue, SendHold } from './send-hold.ts';
import { SendQueue } from './send-queue.ts';

const ME = 'usr_me';
const START = Date.parse('2026-03-02T10:00:00.000Z');

let kept = new Map<string, string>();
let now = START;
let isOnline = true;
let waiting: { work: () => void; ms: number }[] = [];
let calls: Outgoing[] = [];
let answers: (() => Promise<MessageView>)[] = [];

const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const later = (work: () => void, ms: number) => {
  const timer = { work, ms };
  waiting.push(timer);
  return () => {
    waiting = waiting.filter((waitingTimer) => waitingTimer !== timer);
  };
};
const stored = ({ key, conversationId, content }: Outgoing): MessageView => ({
  ...{ id: `msg_${key}`, conversationId, seq: 1, rev: 1, senderId: ME, type: 'text', content, attachments: [] },
  ...{ metadata: {}, mentions: [], replyToId: null, reactions: {}, clientMessageId: key },
  ...{ createdAt: '2026-03-02T10:00:00.000Z', editedAt: null, deletedAt: null },
});

let keys = 0;
const openQueue: OpenQueue = (userId, sent) =>
  new SendQueue({
    ...{ userId, storage, sent, later },
    send: (outgoing) => {
      calls.push(outgoing);
      return answers.shift()?.() ?? Promise.resolve(stored(outgoing));
    },
    newKey: () => `key-${++keys}`,
    now: () => new Date(now),
    isOnline: () => isOnline,
  });
const openHold = () => new SendHold({ userId: ME, storage: () => storage, now: () => now, later });
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  [kept, now, isOnline, waiting, calls, answers, keys] = [new Map(), START, true, [], [], [], 0];
});

describe('SendHold', () => {
  it('is needed on any page while an earlier page has left messages, and sends them', async () => {
    const before = openHold();
    isOnline = false;
    before.open(openQueue).add('cvs_1', { content: 'Left behind' });
    before.close();

    const [next, other] = [
      openHold(),
      new SendHold({ ...{ userId: 'usr_2', now: () => now, later }, storage: () => storage }),
    ];
    expect([next.isWanted(), other.isWanted()]).toEqual([true, false]);
    const heard: string[] = [];
    next.sent.add(({ content }) => heard.push(content));
    next.open(openQueue);
    next.start();
    expect(next.isWanted()).toBe(false);
    isOnline = true;
    next.wake();
    await settled();

    expect([calls.map(({ content }) => content), heard]).toEqual([['Left behind'], ['Left behind']]);
    expect(kept.size).toBe(0);
  });

  it('reports a waiting message after a while, and a failed message at once', async () => {
    const hold = openHold();
    const queue = hold.open(openQueue);
    hold.start();
    const said: unknown[] = [];
    hold.watch(() => said.push(hold.state()));

    isOnline = false;
    queue.add('cvs_1', { content: 'One' });
    expect(said).toEqual([]);
    now += 3000;
    waiting.shift()?.work();
    expect(said).toEqual([{ waiting: 1, failed: 0 }]);

    isOnline = true;
    answers = [() => Promise.reject(new ApiProblem({ error: 'Forbidden', message: 'No', statusCode: 403 }))];
    hold.wake();
    await settled();
    expect(said.at(-1)).toEqual({ waiting: 0, failed: 1 });

    queue.drop('key-1');
    expect([said.at(-1), waiting]).toEqual([{ waiting: 0, failed: 0 }, []]);
  });

  it('keeps no message after sign-out, not even one that fails afterwards', async () => {
    const hold = openHold();
    const queue = hold.open(openQueue);
    hold.start();
    const answer = Promise.withResolvers<MessageView>();
    answers = [() => answer.promise];
    queue.add('cvs_1', { content: 'On its way' });
    queue.add('cvs_1', { content: 'Behind it' });

    hold.forget();
    kept.clear();
    answer.reject(new ApiProblem({ error: 'Unauthorized', message: 'Signed out', statusCode: 401 }));
    await settled();

    expect([calls.length, readStoredOutgoing(storage, ME), waiting]).toEqual([1, [], []]);
    expect(hold.state()).toEqual({ waiting: 0, failed: 0 });
  });
});
