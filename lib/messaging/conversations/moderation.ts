import type { Context, UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { idPrefix } from '#lib/core/ids.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import { getAttachment } from '#lib/messaging/attachments/attachments.ts';
import { Attachments, Conversations, Messages } from '#lib/messaging/collections.ts';
import type { Attachment } from '#lib/messaging/schemas/attachment.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';
import { promiseIndex } from '#lib/messaging/topics.ts';
import { getMine, laneOf } from './access.ts';
import { type Changing, changeOf, withChangedMessage, writeChange } from './conversation-change.ts';
import { publishChange } from './publish-change.ts';

/** The subject of a report: its owner, and the excerpt that the case may show. */
export type Reported = {
  readonly type: 'message' | 'attachment';
  readonly id: string;
  readonly ownerId: string;
  readonly title: string;
  readonly excerpt: string;
  /** The author has deleted it. It can no longer be reported or shown, but an open case about it can still be decided. */
  readonly isGone: boolean;
  /** The lanes that the transaction of a takedown must hold. */
  readonly lanes: readonly string[];
};

const EXCERPT = 200;
const isMessage = (id: string): boolean => id.startsWith(idPrefix('message'));
const isAttachment = (id: string): boolean => id.startsWith(idPrefix('attachment'));

/**
 * Returns a message or file for moderation, deleted ones included. Returns null for any other id and for messages
 * without a sender.
 */
export async function findReported(reader: Reader, id: string): Promise<Reported | null> {
  if (isMessage(id)) {
    const row = await reader.get(Messages, id);
    return row ? ofMessage(row) : null;
  }
  const file = isAttachment(id) ? await reader.get(Attachments, id) : undefined;
  return file ? ofAttachment(file) : null;
}

/** Returns the same if the caller can read it, else null, so that a report reveals nothing. */
export async function findReadable(ctx: UserContext, id: string): Promise<Reported | null> {
  const found = await findReported(ctx.data, id);
  if (!found || found.isGone) return null;
  const isReadable = found.type === 'message' ? mayReadMessage(ctx, id) : getAttachment(ctx, ctx.data, id);
  return isReadable.then(
    () => found,
    () => null,
  );
}

async function mayReadMessage(ctx: UserContext, id: string): Promise<void> {
  const { data } = await ctx.data.need(Messages, id);
  if (data.blockedAt !== null) throw notFound(Messages.label, id);
  await getMine(ctx, ctx.data, data.conversationId);
}

function ofMessage({ id, data }: Row<Message>): Reported | null {
  if (data.senderId === null) return null;
  const { conversationId, senderId: ownerId, content, attachments, type } = data;
  const text = content.replaceAll(/\s+/g, ' ').trim() || attachments.map(({ name }) => name).join(', ');
  const excerpt = text.slice(0, EXCERPT).toWellFormed();
  const isGone = data.deletedAt !== null;
  return { type: 'message', id, ownerId, title: `Message (${type})`, excerpt, isGone, lanes: [laneOf(conversationId)] };
}

const ofAttachment = ({ id, data }: Row<Attachment>): Reported => ({
  type: 'attachment',
  id,
  ownerId: data.ownerId,
  title: `File (${data.mimeType})`,
  excerpt: data.name,
  isGone: data.state === 'deleted',
  lanes: [],
});

/** The change that a decision will make. It is read before any write of the transaction. */
export type ModerationEffects = {
  readonly change: Changing | null;
  write(t: Tx): void;
};

const nothing: ModerationEffects = { change: null, write: () => undefined };

/**
 * Reads what a takedown or a restore will change. Content already in the wanted state stays unchanged, and content
 * deleted by its author cannot be taken down.
 */
export async function planEffects(
  t: Tx,
  { type, id }: Pick<Reported, 'type' | 'id'>,
  blockedAt: string | null,
  now: Date,
): Promise<ModerationEffects> {
  if (type === 'attachment') {
    const file = await t.get(Attachments, id);
    if (!file || file.data.state === 'deleted') return nothing;
    return { change: null, write: (write) => write.update(Attachments, id, { blockedAt }) };
  }
  const message = await t.get(Messages, id);
  if (!message || (message.data.blockedAt === null) === (blockedAt === null)) return nothing;
  const isDeleted = message.data.deletedAt !== null;
  if (isDeleted && blockedAt !== null) return nothing;
  const conversation = await t.need(Conversations, message.data.conversationId);
  const event = blockedAt === null && !isDeleted ? 'message.updated' : 'message.deleted';
  const changed = { ...message.data, blockedAt };
  const change = withChangedMessage(changeOf(conversation), id, changed, event, now.toISOString());
  return {
    change,
    write: (write) => {
      writeChange(write, change);
      promiseIndex(write, id, now);
    },
  };
}

/** Publishes the change to listeners of the conversation. Call this after the commit. */
export async function publishEffects(ctx: Context, { change }: ModerationEffects): Promise<void> {
  if (change) await publishChange(ctx, change);
}
