import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { Thread } from '#components/messages/thread/thread.tsx';
import { titleOf } from '#components/messages/titles.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { AppError } from '#lib/core/errors.ts';
import { idText } from '#lib/core/ids.ts';
import { type OpenedThread, openThread } from '#lib/messaging/conversations/open-thread.ts';
import { listBlocks } from '#lib/messaging/members/blocks.ts';
import { findPeople, type People, peopleById } from '#lib/messaging/members/people.ts';
import { sellerIds } from '#lib/store/vendors/sellers.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

/** More people than this are loaded when they are shown. */
const MOST_PEOPLE = 100;

type Opened = { readonly thread: OpenedThread; readonly people: People };

/** Cached, because the title and the page need the same data. */
const open = cache(async (id: string, messageId: string | undefined): Promise<Opened> => {
  const ctx = await pageContext('session');
  if (!idText.safeParse(id).success) notFound();
  try {
    const thread = await openThread(ctx, id, messageId);
    const { participantIds } = thread.conversation;
    const said = thread.page.messages.flatMap(({ senderId, mentions }) => [senderId ?? [], mentions].flat());
    const userIds = [...new Set([ctx.user.id, ...said, ...participantIds])].slice(0, MOST_PEOPLE);
    const sellers = await sellerIds(ctx);
    return { thread, people: peopleById(await findPeople(ctx, { userIds, conversationIds: [id], sellers })) };
  } catch (error) {
    if (error instanceof AppError && error.name === 'NotFound') notFound();
    throw error;
  }
});

type Asked = PageProps<'/messages/[id]'>;

/** Returns what the address asks for. An invalid message id is ignored. */
async function askedOf({ params, searchParams }: Asked) {
  const [{ id }, { m }] = await Promise.all([params, searchParams]);
  return { id, messageId: idText.safeParse(m).data };
}

export async function generateMetadata(asked: Asked): Promise<Metadata> {
  const ctx = await pageContext('session');
  const { id, messageId } = await askedOf(asked);
  const [{ thread, people }, texts] = await Promise.all([open(id, messageId), clientTexts('messages')]);
  return { title: titleOf(thread.conversation, ctx.user.id, people, texts) };
}

export default async function ThreadPage(asked: Asked) {
  const ctx = await pageContext('session');
  const { id, messageId } = await askedOf(asked);
  const [{ thread, people }, blocked] = await Promise.all([open(id, messageId), listBlocks(ctx)]);
  const { cursor, ...opened } = thread;
  return (
    <Thread
      key={id}
      opened={opened}
      cursor={cursor}
      people={people}
      blocked={blocked}
      asked={messageId ?? null}
      now={ctx.now().toISOString()}
    />
  );
}
