import type { UserContext } from '#lib/context/context.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { asUser, type TestContext } from './context.ts';
import { putConversation, putMessage, testConversation } from './conversations.ts';

/** Returns path parameters that name a row of the caller's own. Without one the route would only respond with 404. */
export async function ownParams(
  world: TestContext,
  { path }: { readonly path: string },
  { user }: UserContext,
): Promise<Readonly<Record<string, string>>> {
  if (path.startsWith('/api/notifications/{id}')) return { id: await tellSomething(world, user.id) };
  if (!path.startsWith('/api/conversations/{id}')) return {};
  const other = await asUser(world);
  const conversation = testConversation([user.id, other.user.id], world.now());
  await putConversation(world, conversation);
  const messageId = await putMessage(world, conversation.id, { senderId: user.id });
  return { id: conversation.id, messageId };
}

async function tellSomething(world: TestContext, userId: string): Promise<string> {
  const words = { type: 'SYSTEM', title: 'News', message: 'For you', source: 'test' } as const;
  return (await createNotification(world, userId, words)).row?.id ?? '';
}
