import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { booleanInQuery } from '#lib/core/query-values.ts';
import { moment } from '#lib/core/time.ts';
import { MAX_GROUP_NAME, MAX_METADATA_BYTES, MAX_PARTICIPANTS } from '#lib/messaging/limits.ts';
import { conversationTypes, deleteModes, referenceKeys } from '#lib/messaging/values.ts';
import { conversationView } from './conversation.ts';
import { flawOfObject, jsonValue } from './json-object.ts';

export const conversationParams = z.object({ id: idText });

const named = z.string().min(1).max(300);
const references = { entityId: named.optional(), opportunityId: named.optional(), productId: named.optional() };

export const conversationsQuery = z
  .object({
    type: z.enum(conversationTypes).optional(),
    limit: pageLimit(20, 100),
    cursor: cursorText.optional(),
    /** `before`: towards older activity; `after`: back to newer. */
    direction: z.enum(['before', 'after']).default('before'),
    unread: booleanInQuery.optional(),
    archived: z.enum(['false', 'true', 'all']).default('false'),
    ...references,
    vendorId: named.optional(),
    kind: named.optional(),
    participantId: idText.optional(),
    q: z.string().max(100).optional(),
  })
  .superRefine((query, ctx) => {
    const given = Object.entries(referenceKeys).filter(([, key]) => query[key] !== undefined);
    if (given.length > 1)
      ctx.addIssue({
        code: 'custom',
        path: [given[1]?.[1] ?? ''],
        message: 'cannot be combined with another reference',
      });
    const implied = given[0]?.[0];
    if (implied !== undefined && query.type !== undefined && query.type !== implied)
      ctx.addIssue({ code: 'custom', path: ['type'], message: `must be ${implied}` });
  });
export type ConversationsQuery = z.infer<typeof conversationsQuery>;

export const conversationPage = z.object({
  conversations: z.array(conversationView),
  pagination: z.object({
    nextCursor: z.string().nullable(),
    prevCursor: z.string().nullable(),
    hasMore: z.boolean(),
  }),
  /** Only on the first page. */
  unreadTotal: z.int().nonnegative().optional(),
});
export type ConversationPage = z.infer<typeof conversationPage>;

const shortText = z.string().max(300);
const knownKeys = {
  entityId: named,
  opportunityId: named,
  productId: named,
  groupName: z.string().trim().min(1).max(MAX_GROUP_NAME),
  kind: z.string().max(64),
  hiddenFromInbox: z.boolean(),
  subject: shortText,
  vendorId: shortText,
  productName: shortText,
};
type KnownKey = keyof typeof knownKeys;
type Wrapped<W> = { readonly [K in KnownKey]: W };
const wrap = <W>(by: (schema: z.ZodType) => W): Wrapped<W> =>
  Object.fromEntries(Object.entries(knownKeys).map(([key, schema]) => [key, by(schema)])) as Wrapped<W>;

/** The metadata of a conversation. Known keys are validated; other keys are stored as sent. */
const metadata = z
  .object(wrap((schema) => schema.exactOptional()))
  .catchall(jsonValue)
  .superRefine((value, ctx) => {
    const flaw = flawOfObject(value, MAX_METADATA_BYTES);
    if (flaw !== null) ctx.addIssue({ code: 'custom', message: flaw });
  });

/** Changes to the metadata, key by key; null removes a key. */
const metadataPatch = z
  .object(wrap((schema) => schema.nullable().exactOptional()))
  .catchall(jsonValue)
  .superRefine((value, ctx) => {
    const flaw = flawOfObject(value, MAX_METADATA_BYTES);
    if (flaw !== null) ctx.addIssue({ code: 'custom', message: flaw });
  });

export const createConversation = z
  .object({
    type: z.enum(conversationTypes),
    /** The caller may be omitted. */
    participantIds: z.array(idText).min(1).max(MAX_PARTICIPANTS),
    metadata: metadata.optional(),
  })
  .superRefine(({ type, metadata: given }, ctx) => {
    if (type === 'direct') return;
    if (!given) {
      ctx.addIssue({ code: 'custom', path: ['metadata'], message: `is required for ${type}` });
      return;
    }
    const key = type === 'group' ? 'groupName' : referenceKeys[type];
    if (given[key] === undefined)
      ctx.addIssue({ code: 'custom', path: ['metadata', key], message: `is required for ${type}` });
  });
export type CreateConversation = z.infer<typeof createConversation>;

const people = z.array(idText).min(1).max(50);
const immutable = z.never('cannot be changed').optional();

export const changeConversation = z
  .object({
    metadata: metadataPatch.optional(),
    addParticipantIds: people.optional(),
    removeParticipantIds: people.optional(),
    archived: z.boolean().optional(),
    muted: z.boolean().optional(),
    mutedUntil: moment.nullable().optional(),
    type: immutable,
    participantIds: immutable,
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), 'must contain a field to change')
  .refine(({ muted, mutedUntil }) => !(muted === false && typeof mutedUntil === 'string'), {
    path: ['mutedUntil'],
    message: 'cannot be set when muted is false',
  });
export type ChangeConversation = z.infer<typeof changeConversation>;

export const deleteQuery = z.object({ scope: z.enum(['all']).optional() });

export const conversationAnswer = z.object({ conversation: conversationView });
export const conversationDeleted = z.object({
  deleted: z.literal(true),
  conversationId: idText,
  mode: z.enum(deleteModes),
});
export type ConversationDeleted = z.infer<typeof conversationDeleted>;
