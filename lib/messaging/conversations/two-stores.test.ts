import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { createConversation } from './create-conversation.ts';

type Person = TestContext & UserContext;

const folder = mkdtempSync(join(tmpdir(), 'plaza-messaging-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens one file as two processes would: each with its own connection, lanes and memory. */
async function twoWorlds(): Promise<readonly [TestContext, TestContext]> {
  const open = () =>
    testContext({
      data: openSqlite({
        path: join(folder, 'plaza.db'),
        collections: allCollections,
        now: () => new Date(),
        log: () => {},
      }),
    });
  return [await open(), await open()];
}

const seenFrom = (world: TestContext, { user }: Person): Person => ({ ...world, user, session: null });

describe('two processes over one store', () => {
  it('create one conversation, one message per key, and message numbers without a gap', async () => {
    const [here, there] = await twoWorlds();
    const [ann, bob] = [await asUser(here), await asUser(here)];
    const sides = [ann, seenFrom(there, bob)] as const;
    const side = (at: number): Person => (at % 2 === 0 ? sides[0] : sides[1]);

    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        createConversation(side(at), { type: 'direct', participantIds: [ann.user.id, bob.user.id] }, undefined),
      ),
    );
    const id = made[0]?.conversation.id ?? '';
    const annThere = seenFrom(there, ann);
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const input = sendInput.parse({ content: 'Once', clientMessageId: 'one-key-for-all' });
        return sendMessage(at % 2 === 0 ? ann : annThere, id, input, undefined);
      }),
    );
    const others = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        sendMessage(side(at), id, sendInput.parse({ content: `No ${at}` }), undefined),
      ),
    );

    expect(new Set(made.map(({ conversation }) => conversation.id)).size).toBe(1);
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    expect(sent.filter(({ created }) => created)).toHaveLength(1);
    const seqs = others.map(({ message }) => message.seq).sort((a, b) => a - b);
    expect(seqs).toEqual(Array.from({ length: 40 }, (_, at) => at + 2));
  });
});
