import { z } from 'zod';
import { requestStatuses } from '#lib/context/ports/values.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { moment } from '#lib/core/time.ts';

const line = (most: number) => z.string().trim().min(1).max(most);
/** Free text that distinguishes messages of one type. It is never compared with the `kind` of a conversation. */
const kind = z.string().max(64).exactOptional();
const amountMinor = minorUnits.min(1);

export const envStatuses = ['open', 'provided', 'declined', 'canceled'] as const;
export const taskStatuses = ['open', 'in_progress', 'done'] as const;
export const rsvpAnswers = ['yes', 'no', 'maybe'] as const;
export const cardTypes = ['product', 'vendor', 'profile', 'opportunity', 'entity'] as const;

const distinct = <T>(list: readonly T[], by: (item: T) => string): boolean =>
  new Set(list.map(by)).size === list.length;

/** The fields that a sender may set, by type. Strict objects reject the fields that only the server sets. */
export const richInputs = {
  payment_request: z.strictObject({
    kind,
    amountMinor,
    currency: currencyCode,
    purpose: line(160).exactOptional(),
    orderId: idText.exactOptional(),
    expiresAt: moment.exactOptional(),
  }),
  env_request: z.strictObject({
    kind,
    items: z
      .array(
        z.strictObject({
          key: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be at most 64 characters from A-Z, 0-9 and _'),
          label: line(200),
          required: z.boolean(),
        }),
      )
      .min(1)
      .max(20)
      .refine((items) => distinct(items, ({ key }) => key), 'must not contain a key twice'),
  }),
  task: z.strictObject({
    kind,
    title: line(200),
    assigneeId: idText.exactOptional(),
    dueAt: moment.exactOptional(),
  }),
  poll: z.strictObject({
    kind,
    question: line(300),
    options: z
      .array(z.strictObject({ id: z.string().regex(ID_PATTERN).max(64), text: line(200) }))
      .min(2)
      .max(12)
      .refine((options) => distinct(options, ({ id }) => id), 'must not contain an option twice'),
    multiple: z.boolean().exactOptional(),
    closesAt: moment.exactOptional(),
  }),
  rsvp: z
    .strictObject({
      kind,
      title: line(200),
      startsAt: moment,
      endsAt: moment.exactOptional(),
      location: line(300).exactOptional(),
    })
    .refine(({ startsAt, endsAt }) => endsAt === undefined || endsAt >= startsAt, {
      path: ['endsAt'],
      message: 'must not be before startsAt',
    }),
  dao_jar: z.strictObject({
    kind,
    jarId: idText,
    title: line(200),
    goalMinor: amountMinor.exactOptional(),
    currency: currencyCode,
  }),
  share_card: z.strictObject({
    kind,
    entityType: z.enum(cardTypes),
    entityId: idText,
    title: line(200),
    imageUrl: z.string().max(2000).exactOptional(),
    url: z.string().max(2000),
  }),
} as const;
export type RichType = keyof typeof richInputs;

const people = z.array(idText);

/** The stored and served form: the sender's fields and those that only the server sets. */
export const richStates = {
  payment_request: richInputs.payment_request.extend({
    status: z.enum(requestStatuses),
    orderReference: z.string().nullable(),
    /**
     * The approved seller who sent the request. Without it, as in older requests, Plaza takes no payment for the
     * request.
     */
    vendorId: idText.nullable().exactOptional(),
    /** The order that pays the request or is about to, and the buyer of that order. */
    paidOrderId: idText.nullable().exactOptional(),
    buyerId: idText.nullable().exactOptional(),
  }),
  env_request: richInputs.env_request.extend({ status: z.enum(envStatuses) }),
  task: richInputs.task.extend({ status: z.enum(taskStatuses) }),
  poll: richInputs.poll.extend({ votes: z.record(z.string(), people), closed: z.boolean() }),
  rsvp: richInputs.rsvp.safeExtend({ responses: z.record(z.string(), z.enum(rsvpAnswers)) }),
  dao_jar: richInputs.dao_jar.extend({ balanceMinor: minorUnits }),
  share_card: richInputs.share_card,
} as const;
export type RichState<T extends RichType> = z.infer<(typeof richStates)[T]>;

/** The actions on rich messages. `rich-transitions.ts` defines who may take them and when. */
export const richAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('cancel') }),
  z.object({ action: z.literal('mark-paid') }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('provide') }),
  z.object({ action: z.literal('start') }),
  z.object({ action: z.literal('done') }),
  z.object({ action: z.literal('reopen') }),
  z.object({ action: z.literal('close') }),
  z.object({ action: z.literal('vote'), optionIds: z.array(z.string().max(64)).max(12) }),
  z.object({ action: z.literal('respond'), answer: z.enum(rsvpAnswers) }),
]);
export type RichAction = z.infer<typeof richAction>;
