import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getUser } from '#lib/auth/users.ts';
import { type Context, type CurrentUser, systemContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import { Conversations, Messages } from '#lib/messaging/collections.ts';
import { changeOf, withMessage } from '#lib/messaging/conversations/conversation-change.ts';
import { indexMessages } from '#lib/messaging/messages/message-index.ts';
import { buildRuntime } from '#services/runtime.ts';
import { makePerson } from '#tests/support/buyers.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';

export type Size = { readonly conversations: number; readonly messages: number; readonly search: boolean };
export type World = {
  readonly reader: { readonly user: CurrentUser };
  /** The conversation that holds half of all messages. */
  readonly longId: string;
  readonly ids: readonly string[];
  readonly middleId: string;
  /** A conversation with the most participants allowed. */
  readonly crowdId: string;
  close(): Promise<void>;
};

const AT_ONCE = 450;
const unlimited = { spend: async () => ({ allowed: true, limit: 1, remaining: 1, resetSeconds: 1 }) };
const things = ['lamp', 'chair', 'table', 'mug', 'shelf', 'blanket', 'clock', 'kettle', 'mirror', 'basket'];
const key = () => `bench:${randomBytes(32).toString('base64')}`;

/** Opens a data folder of its own with one user's conversations, and half of all messages in one of them. */
export async function openWorld({ conversations, messages, search }: Size): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'));
  const from = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    PLAZA_DATA_DIR: folder,
    SESSION_KEYS: key(),
    SETTINGS_ENCRYPTION_KEYS: key(),
  };
  const runtime = await buildRuntime(readEnv({ from }), { limits: unlimited });
  installRuntime(runtime);
  const ctx = systemContext(runtime, newId('request'));
  const [mine, other] = await Promise.all(
    ['reader', 'writer'].map((name) => makePerson(runtime, { email: `${name}@bench.test`, role: 'visitor' })),
  );
  if (!mine || !other) throw new Error('two people were made');
  const reader = { user: await getUser(ctx.data, mine.userId) };
  const people = [mine.userId, other.userId];

  const ids: string[] = [];
  const each = Math.floor(messages / 2 / Math.max(1, conversations - 1));
  let middleId = '';
  for (let at = 0; at < conversations; at++) {
    const many = at === 0 ? messages - each * (conversations - 1) : each;
    const written = await fill(ctx, { people, many, search });
    ids.push(written.id);
    if (at === 0) middleId = written.middleId;
  }
  const crowd = Array.from({ length: 255 }, () => newId('user'));
  const crowded = testConversation([reader.user.id, ...crowd], ctx.now());
  await putConversation(ctx, crowded);
  return {
    reader,
    longId: ids[0] ?? '',
    ids,
    middleId,
    crowdId: crowded.id,
    close: async () => {
      await runtime.data.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Filling = { readonly people: readonly string[]; readonly many: number; readonly search: boolean };

async function fill(ctx: Context, { people, many, search }: Filling) {
  const row = testConversation(people, ctx.now());
  await putConversation(ctx, row);
  let change = changeOf(row);
  let middleId = '';
  for (let done = 0; done < many; done += AT_ONCE) {
    change = { ...change, messages: [], events: [] };
    for (let at = done; at < Math.min(many, done + AT_ONCE); at++) {
      const content = `The ${things[at % things.length]} number ${at} has come, and somebody should look at it.`;
      const senderId = people[at % people.length] ?? '';
      const createdAt = ctx.now().toISOString();
      change = withMessage(change, newId('message'), { senderId, type: 'text', content, metadata: {}, createdAt });
    }
    const { conversation, messages } = change;
    await ctx.data.batch((write) => {
      write.set(Conversations, row.id, conversation);
      for (const { id, data } of messages) write.create(Messages, id, data);
    });
    if (search)
      await indexMessages(
        ctx,
        messages.map(({ id }) => id),
      );
    if (done <= many / 2) middleId = messages[0]?.id ?? '';
  }
  return { id: row.id, middleId };
}
