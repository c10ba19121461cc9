import { channelNamesOf } from '#components/inbox/channels/channel-names.ts';
import type { DraftWorld } from '#components/inbox/draft/draft-world.ts';
import type { UserContext } from '#lib/context/context.ts';
import { findContact } from '#lib/crm/contacts/contacts.ts';
import { listChannels } from '#lib/crm/mailboxes/channel-health.ts';
import type { EmailMessageView } from '#lib/crm/schemas/message.ts';
import { staffNames } from '#lib/crm/threads/staff-names.ts';
import { getThreadDetail } from '#lib/crm/threads/threads.ts';

/** Reads everything the page of a thread shows. Throws NotFound for a missing thread. */
export async function openThread(ctx: UserContext, id: string, before: string | undefined) {
  const opened = await getThreadDetail(ctx, id, before);
  const { thread, drafts, tasks, messages } = opened;
  const [contact, { channels }, people] = await Promise.all([
    thread.contact.id === null ? null : findContact(ctx, thread.contact.id),
    listChannels(ctx),
    staffNames(ctx, [
      ctx.user.id,
      ...drafts.flatMap(({ reviewerId, editedBy, rejectedBy }) => [reviewerId, editedBy, rejectedBy]),
      ...tasks.map(({ assigneeId }) => assigneeId),
    ]),
  ]);
  const channel = channels.find((listed) => listed.id === thread.sourceChannel);
  const world: DraftWorld = {
    me: ctx.user.id,
    people,
    contact: thread.contact,
    otherAddress: otherAddressOf(messages),
    channel: {
      name: thread.sourceChannelName,
      address: channel?.address ?? '',
      smtpHost: channel?.smtpHost ?? '',
      imapHost: channel?.imapHost ?? '',
    },
    now: ctx.now().toISOString(),
  };
  const channelNames = channelNamesOf(channels);
  return { ...opened, contact, world, channelNames };
}

/** Returns the reply-to address of the last mail if it differs from its sender. */
function otherAddressOf(messages: readonly EmailMessageView[]): string | null {
  const last = messages.findLast(({ direction, kind }) => direction === 'inbound' && kind === 'human');
  if (!last?.replyTo) return null;
  return last.replyTo.email.toLowerCase() === last.from.email.toLowerCase() ? null : last.replyTo.email;
}
