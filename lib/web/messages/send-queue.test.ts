import { beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { type Outgoing, readStoredOutgoing } from './outgoing.ts';
import { newMessageKey, RETRY_MS, SendQueue } from './send-queue.ts';

const ME = 'usr_me';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const storedOf = ({ key, conversationId, content }: Outgoing): MessageView => ({
  id: `msg_${key}`,
  conversationId,
  seq: 1,
  rev: 1,
  senderId: ME,
  type: 'text',
  content,
  attachments: [],
  metadata: {},
  mentions: [],
  replyToId: null,
  reactions: {},
  clientMessageId: key,
  createdAt: '2026-03-02T10:00:00.000Z',
  editedAt: null,
  deletedAt: null,
});

const problem = (statusCode: number, retryAfter?: number) =>
  new ApiProblem({ error: 'E', message: `Refused with ${statusCode}`, statusCode, ...(retryAfter && { retryAfter }) });

/** A server with scripted responses, and a manual clock. */
class Script {
  readonly storage = memory();
  readonly calls: Outgoing[] = [];
  readonly sent: MessageView[] = [];
  isOnline = true;
  waiting: { work: () => void; ms: number }[] = [];
  answers: ((outgoing: Outgoing) => Promise<MessageView>)[] = [];
  #keys = 0;

  queue(): SendQueue {
    return new SendQueue({
      userId: ME,
      storage: this.storage,
      send: (outgoing) => {
        this.calls.push(outgoing);
        const answer = this.answers.shift() ?? ((one) => Promise.resolve(storedOf(one)));
        return answer(outgoing);
      },
      sent: (message) => this.sent.push(message),
      newKey: () => `key-${++this.#keys}`,
      now: () => new Date('2026-03-02T10:00:00.000Z'),
      later: (work, ms) => {
        const timer = { work, ms };
        this.waiting.push(timer);
        return () => {
          this.waiting = this.waiting.filter((waitingTimer) => waitingTimer !== timer);
        };
      },
      isOnline: () => this.isOnline,
    });
  }

  /** Fires the waiting timer. */
  async pass(): Promise<number> {
    const timer = this.waiting.shift();
    timer?.work();
    await settled();
    return timer?.ms ?? -1;
  }

  refuse(...errors: Error[]): void {
    for (const error of errors) this.answers.push(() => Promise.reject(error));
  }
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

let script: Script;
beforeEach(() => {
  script = new Script();
});

describe('the queue of outgoing messages', () => {
  it('sends the messages of one conversation in order, and another conversation in parallel', async () => {
    const queue = script.queue();
    let answerFirst = () => {};
    script.answers.push(
      (one) =>
        new Promise((resolve) => {
          answerFirst = () => resolve(storedOf(one));
        }),
    );

    queue.add('cvs_1', { content: 'One' });
    queue.add('cvs_1', { content: 'Two' });
    queue.add('cvs_2', { content: 'Elsewhere' });
    await settled();
    expect(script.calls.map(({ content }) => content)).toEqual(['One', 'Elsewhere']);

    answerFirst();
    await settled();
    expect(script.calls.map(({ content }) => content)).toEqual(['One', 'Elsewhere', 'Two']);
    expect([queue.all(), readStoredOutgoing(script.storage, ME)]).toEqual([[], []]);
  });

  it('retries with the same key after 1, 2, 4, 8 and 16 seconds, then fails until a manual retry', async () => {
    const queue = script.queue();
    script.refuse(problem(0), problem(500), problem(502), problem(503), problem(504), problem(500));

    queue.add('cvs_1', { content: 'Hello' });
    await settled();
    const waits: number[] = [];
    for (const _ of RETRY_MS) waits.push(await script.pass());

    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
    expect(new Set(script.calls.map(({ key }) => key)).size).toBe(1);
    expect(queue.all()).toMatchObject([{ state: 'failed', problem: '' }]);

    queue.retry('key-1');
    await settled();
    expect(script.sent).toMatchObject([{ clientMessageId: 'key-1' }]);
    expect(queue.all()).toEqual([]);
  });

  it('waits for as long as the server asks', async () => {
    const queue = script.queue();
    script.refuse(problem(429, 7));

    queue.add('cvs_1', { content: 'Hello' });
    await settled();

    expect(await script.pass()).toBe(7000);
    expect(queue.all()).toEqual([]);
  });

  it.each([400, 401, 403, 404, 409, 413])(
    'gives up at once on %i, with the reason, and sends the next message',
    async (status) => {
      const queue = script.queue();
      script.refuse(problem(status));

      queue.add('cvs_1', { content: 'One' });
      queue.add('cvs_1', { content: 'Two' });
      await settled();

      expect(queue.all()).toMatchObject([{ content: 'One', state: 'failed', problem: `Refused with ${status}` }]);
      expect(script.sent).toMatchObject([{ content: 'Two' }]);
      expect(script.waiting).toEqual([]);
    },
  );

  it('sends nothing without a network, and sends the message when the network is back', async () => {
    const queue = script.queue();
    script.isOnline = false;
    queue.add('cvs_1', { content: 'Hello' });
    await settled();
    expect(script.calls).toEqual([]);

    script.isOnline = true;
    queue.wake();
    await settled();
    expect(script.sent).toHaveLength(1);
  });

  it('accepts the event in place of the response, and does not send the message again', async () => {
    const queue = script.queue();
    let fail = () => {};
    script.answers.push(
      () =>
        new Promise((_, reject) => {
          fail = () => reject(problem(0));
        }),
    );
    const outgoing = queue.add('cvs_1', { content: 'Hello' });

    queue.confirm(storedOf(outgoing));
    fail();
    await settled();

    expect(queue.all()).toEqual([]);
    expect(script.waiting).toEqual([]);
    expect(script.calls).toHaveLength(1);
  });

  it('ignores a message of another user with the same key', () => {
    const queue = script.queue();
    script.isOnline = false;
    const outgoing = queue.add('cvs_1', { content: 'Hello' });

    queue.confirm({ ...storedOf(outgoing), senderId: 'usr_other' });

    expect(queue.all()).toHaveLength(1);
  });

  it('continues after a reload with the same key', async () => {
    script.isOnline = false;
    script.queue().add('cvs_1', { content: 'Hello' });

    script.isOnline = true;
    const after = script.queue();
    expect(after.all()).toMatchObject([{ key: 'key-1', content: 'Hello', state: 'sending' }]);
    after.start();
    await settled();

    expect(script.sent).toMatchObject([{ clientMessageId: 'key-1' }]);
  });

  it('drops a message that another tab has dropped, and takes over none of its messages', () => {
    script.isOnline = false;
    const [firstTab, secondTab] = [script.queue(), script.queue()];
    firstTab.add('cvs_1', { content: 'Hello' });
    const tab = script.queue();
    tab.add('cvs_1', { content: 'Of this tab' });

    firstTab.drop('key-1');
    tab.sync();
    secondTab.sync();

    // A tab never takes over the messages of another, or both would send them.
    expect([tab.all(), secondTab.all()]).toMatchObject([[{ key: 'key-2' }], []]);
  });

  it('starts empty when the stored value is malformed', () => {
    script.storage.setItem(`plaza.messages.pending.${ME}`, '[{"key":1}, null]');
    expect(script.queue().all()).toEqual([]);

    script.storage.setItem(`plaza.messages.pending.${ME}`, '{');
    expect(script.queue().all()).toEqual([]);
  });

  it('creates distinct keys of 22 characters', () => {
    const keys = new Set(Array.from({ length: 200 }, newMessageKey));

    expect(keys.size).toBe(200);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
});
