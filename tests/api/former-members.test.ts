import { beforeEach, describe, expect, it } from 'vitest';
import { GET as openFile } from '#app/api/attachments/[id]/route.ts';
import { POST as say } from '#app/api/conversations/[id]/messages/route.ts';
import { PUT as change, DELETE as leave } from '#app/api/conversations/[id]/route.ts';
import { POST as type } from '#app/api/conversations/[id]/typing/route.ts';
import { blockUser } from '#lib/messaging/members/blocks.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { policies } from '#tests/support/policy.ts';
import { readRoutes } from '#tests/support/route-table.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { textFile, uploadOne } from '#tests/support/upload.ts';

const routes = (await readRoutes()).filter(({ path }) => path.startsWith('/api/conversations/{id}'));
const MISSING = 'cvs_nobodyhasmadethis000';

let world: TestContext;
beforeEach(async () => {
  world = await openWorld();
});

const person = () => asUser(world);
type Somebody = Awaited<ReturnType<typeof person>>;

/** Returns a group in which a member has sent a message with a file and has then left. */
async function leftBy(go: (id: string, owner: Somebody, former: Somebody) => Promise<{ status: number }>) {
  const [owner, former, third] = [await person(), await person(), await person()];
  const { id } = await putGroup(owner, former, third);
  const file = await uploadOne(former, textFile('mine'));
  const { body } = await call(say, { as: former, params: { id }, body: { content: 'Bye', attachments: [file.id] } });
  expect((await go(id, owner, former)).status).toBe(200);
  return { former, id, messageId: body.message.id, fileId: file.id };
}

async function putGroup(...people: readonly Somebody[]) {
  const conversation = testConversation(
    people.map(({ user }) => user.id),
    world.now(),
  );
  await putConversation(world, conversation);
  return conversation;
}

describe.each([
  ['has left', (id: string, _: Somebody, as: Somebody) => call(leave, { as, params: { id }, method: 'DELETE' })],
  [
    'was removed',
    (id: string, as: Somebody, { user }: Somebody) =>
      call(change, { as, params: { id }, method: 'PUT', body: { removeParticipantIds: [user.id] } }),
  ],
] as const)('a former member who %s', (_, go) => {
  it('gets from every route of the conversation the 404 of a missing one', async () => {
    const { former, id, messageId, fileId } = await leftBy(go);

    const heard = async (route: (typeof routes)[number], conversationId: string) => {
      const { body, query } = policies[`${route.method} ${route.path}`] ?? {};
      const reply = await call(route.handler, {
        ...{ as: former, method: route.method },
        params: { id: conversationId, messageId, emoji: '👍' },
        ...(query && { query }),
        ...(body && { body: body(conversationId) }),
      });
      return [`${route.method} ${route.path}`, reply.status, reply.text.replaceAll(conversationId, '*')];
    };
    const here = await Promise.all(routes.map((route) => heard(route, id)));
    const nowhere = await Promise.all(routes.map((route) => heard(route, MISSING)));

    expect(routes.length).toBeGreaterThan(15);
    expect(here.map(([name, status]) => [name, status])).toEqual(nowhere.map(([name]) => [name, 404]));
    expect(here.map(([name, , text]) => [name, text])).toEqual(nowhere.map(([name, , text]) => [name, text]));
    expect((await call(openFile, { as: former, params: { id: fileId } })).status).toBe(404);
  });
});

it('a typing signal is refused in both directions when one person has blocked the other', async () => {
  const [ann, bob] = [await person(), await person()];
  const { id } = await putGroup(ann, bob);
  await blockUser(ann, bob.user.id);

  const replies = await Promise.all(
    [ann, bob].map((as) => call(type, { as, params: { id }, body: { isTyping: true } })),
  );

  expect(replies.map(({ status }) => status)).toEqual([403, 403]);
  expect(replies[0]?.body.message).toBe(replies[1]?.body.message);
});
