import { describe, expect, it } from 'vitest';
import { requestStatuses } from '#lib/context/ports/values.ts';
import {
  envStatuses,
  type RichAction,
  type RichType,
  richAction,
  richInputs,
  richStates,
  taskStatuses,
} from '#lib/messaging/schemas/rich.ts';
import { type Metadata, richActions, richAt, richTransitions } from './rich-transitions.ts';
import { type Acted, actOn, beginRich } from './rich-types.ts';

const now = '2026-03-02T10:00:00.000Z';
const later = '2026-03-02T11:00:00.000Z';
const sending = {
  participantIds: ['usr_sender', 'usr_other', 'usr_third'],
  now,
  origin: 'https://plaza.test',
  vendorId: null,
};
const as = (userId: string, at = now) => ({ userId, now: at });

/** The minimal valid input of each type. */
const least = {
  payment_request: { amountMinor: 1, currency: 'UAH' },
  env_request: { items: [{ key: 'API_KEY', label: 'Key', required: true }] },
  task: { title: 'Pack', assigneeId: 'usr_third' },
  poll: {
    question: 'When?',
    options: [
      { id: 'a', text: 'Now' },
      { id: 'b', text: 'Later' },
    ],
  },
  rsvp: { title: 'Fair', startsAt: later },
  dao_jar: { jarId: 'jar_1', title: 'Roof', currency: 'UAH' },
  share_card: { entityType: 'product', entityId: 'prd_1', title: 'Mug', url: '/products/mug' },
} as const satisfies Record<RichType, object>;
const types = Object.keys(richInputs) as RichType[];

/** The fields that only the server sets, by type. */
const owned: Readonly<Record<RichType, Metadata>> = {
  payment_request: {
    status: 'paid',
    orderReference: 'ref',
    vendorId: 'vnd_1',
    paidOrderId: 'ord_1',
    buyerId: 'usr_other',
  },
  env_request: { status: 'provided' },
  task: { status: 'done' },
  poll: { votes: { a: ['usr_other'] }, closed: true },
  rsvp: { responses: { usr_other: 'yes' } },
  dao_jar: { balanceMinor: 5 },
  share_card: {},
};

const begun = (type: RichType, more: object = {}): Acted => ({
  type,
  senderId: 'usr_sender',
  metadata: beginRich(type, { ...least[type], ...more }, sending),
});
const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error as { status: number; details?: Record<string, string> };
  }
  throw new Error('was not refused');
};

describe('a new rich message', () => {
  it.each(types)('of type %s starts with the fields of the server and matches the schema of its state', (type) => {
    const metadata = begun(type, { kind: 'gallery_upload' }).metadata;

    expect(richStates[type].parse(metadata)).toEqual(metadata);
    for (const key of Object.keys(owned[type])) expect(metadata).toHaveProperty(key);
  });

  it.each(types.flatMap((type) => Object.keys(owned[type]).map((key) => [type, key] as const)))(
    'of type %s rejects %s from a client',
    (type, key) => {
      const { status, details } = refusal(() => begun(type, { [key]: owned[type][key] }));

      expect(status).toBe(400);
      expect(Object.keys(details ?? {})).toEqual(['metadata']);
    },
  );

  it.each(types)('of type %s rejects unknown fields and missing metadata', (type) => {
    expect(refusal(() => begun(type, { other: 1 })).status).toBe(400);
    expect(refusal(() => beginRich(type, undefined, sending)).status).toBe(400);
    expect(refusal(() => begun(type, { kind: 'x'.repeat(65) })).status).toBe(400);
  });

  const option = (n: number) => ({ id: `o${n}`, text: 'x' });
  const item = (n: number) => ({ key: `K${n}`, label: 'x', required: false });
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
  it.each<[RichType, string, object, object]>([
    ['payment_request', 'amountMinor', { amountMinor: 1 }, { amountMinor: 0 }],
    ['payment_request', 'amountMinor', {}, { amountMinor: 1.5 }],
    ['payment_request', 'currency', {}, { currency: 'uah' }],
    ['payment_request', 'purpose', { purpose: 'x'.repeat(160) }, { purpose: 'x'.repeat(161) }],
    ['payment_request', 'expiresAt', { expiresAt: later }, { expiresAt: now }],
    ['env_request', 'items', { items: many(20, item) }, { items: many(21, item) }],
    ['env_request', 'items', {}, { items: [] }],
    ['env_request', 'items', {}, { items: [item(1), item(1)] }],
    ['env_request', 'items.0.key', {}, { items: [{ ...item(1), key: 'lower' }] }],
    ['env_request', 'items.0', {}, { items: [{ ...item(1), value: 'secret' }] }],
    ['task', 'title', { title: 'x'.repeat(200) }, { title: 'x'.repeat(201) }],
    ['task', 'title', {}, { title: ' ' }],
    ['task', 'assigneeId', { assigneeId: 'usr_other' }, { assigneeId: 'usr_stranger' }],
    ['task', 'dueAt', { dueAt: later }, { dueAt: 'tomorrow' }],
    ['task', 'dueAt', { dueAt: '2027-01-01T12:00:00+02:00' }, { dueAt: '2026-99-99T99:99:99.999Z' }],
    ['rsvp', 'startsAt', {}, { startsAt: '2026-02-30T10:00:00.000Z' }],
    ['poll', 'question', { question: 'x'.repeat(300) }, { question: 'x'.repeat(301) }],
    ['poll', 'options', { options: many(12, option) }, { options: many(13, option) }],
    ['poll', 'options', {}, { options: many(1, option) }],
    ['poll', 'options', {}, { options: [option(1), option(1)] }],
    ['poll', 'options.0.id', {}, { options: [{ id: '__proto__', text: 'x' }, option(1)] }],
    ['poll', 'closesAt', { closesAt: later }, { closesAt: now }],
    ['rsvp', 'endsAt', { endsAt: later }, { endsAt: now }],
    ['dao_jar', 'goalMinor', { goalMinor: 1 }, { goalMinor: 0 }],
    ['share_card', 'entityType', {}, { entityType: 'order' }],
    ['share_card', 'url', { url: 'https://plaza.test/products/mug' }, { url: 'https://evil.test/' }],
    ['share_card', 'url', {}, { url: 'javascript:alert(1)' }],
    ['share_card', 'imageUrl', { imageUrl: '/api/media/fil_1' }, { imageUrl: '//evil.test/x.png' }],
  ])('of type %s limits %s', (type, field, good, bad) => {
    expect(() => begun(type, good)).not.toThrow();
    expect(Object.keys(refusal(() => begun(type, bad)).details ?? {})).toEqual([`metadata.${field}`]);
  });

  it('stores URLs of this site as paths', () => {
    const { metadata } = begun('share_card', { url: 'https://plaza.test/products/mug?x=1', imageUrl: 'a.png' });

    expect(metadata).toMatchObject({ url: '/products/mug?x=1', imageUrl: '/a.png' });
  });
});

const statuses = { payment_request: requestStatuses, env_request: envStatuses, task: taskStatuses } as const;
const moving = Object.keys(richTransitions) as (keyof typeof richTransitions)[];
const allActions: readonly RichAction['action'][] = richAction.options.map(({ shape }) => shape.action.value);
const bodyOf = (action: RichAction['action']): RichAction => {
  if (action === 'vote') return { action, optionIds: ['a'] };
  if (action === 'respond') return { action, answer: 'yes' };
  return { action };
};
const people = ['usr_sender', 'usr_other', 'usr_third'] as const;
/** The expected permissions, written by hand: which of sender, other and assignee may take an action. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'payment_request cancel': ['usr_sender'],
  'payment_request mark-paid': ['usr_sender'],
  'payment_request decline': ['usr_other', 'usr_third'],
  'env_request provide': ['usr_other', 'usr_third'],
  'env_request decline': ['usr_other', 'usr_third'],
  'env_request cancel': ['usr_sender'],
  'task start': ['usr_sender', 'usr_third'],
  'task done': ['usr_sender', 'usr_third'],
  'task reopen': ['usr_sender', 'usr_third'],
  'poll vote': people,
  'poll close': ['usr_sender'],
  'rsvp respond': people,
};

describe('an action on a rich message', () => {
  it('exists for exactly the types in the table of permissions', () => {
    const named = [...Object.entries(richTransitions), ...Object.entries(richActions)].flatMap(([type, moves]) =>
      Object.keys(moves).map((action) => `${type} ${action}`),
    );

    expect(named.sort()).toEqual(Object.keys(allowed).sort());
  });

  it.each(types)('%s: fails with 400 when unknown and with 403 when not permitted', (type) => {
    for (const action of allActions)
      for (const userId of people) {
        const may = allowed[`${type} ${action}`];
        const act = () => actOn(begun(type), bodyOf(action), as(userId));
        if (!may) expect(refusal(act)).toMatchObject({ status: 400, details: { action: expect.any(String) } });
        else if (!may.includes(userId)) expect(refusal(act).status).toBe(403);
      }
  });

  it.each(moving)('%s: follows the table, changes nothing in its target status, or fails with 409', (type) => {
    for (const status of statuses[type])
      for (const [action, { from, to }] of Object.entries(richTransitions[type])) {
        const { metadata } = begun(type);
        const message = { type, senderId: 'usr_sender', metadata: { ...metadata, status } };
        const userId = allowed[`${type} ${action}`]?.[0] ?? '';
        const act = () => actOn(message, bodyOf(action as RichAction['action']), as(userId));
        if (status === to) expect(act()).toBe(message.metadata);
        else if ((from as readonly string[]).includes(status)) expect(act()).toEqual({ ...metadata, status: to });
        else expect(refusal(act)).toMatchObject({ status: 409, details: { status } });
      }
  });

  it.each(moving)('%s: reaches every status except “expired” and “refunded”', (type) => {
    const seen = new Set<string>(['open']);
    for (const status of seen)
      for (const { from, to } of Object.values(richTransitions[type]))
        if ((from as readonly string[]).includes(status)) seen.add(to);

    expect([...seen].sort()).toEqual(
      statuses[type].filter((status) => status !== 'expired' && status !== 'refunded').sort(),
    );
  });

  it('cannot mark a payment request for an order as paid', () => {
    const message = begun('payment_request', { orderId: 'ord_1' });

    expect(refusal(() => actOn(message, { action: 'mark-paid' }, as('usr_sender'))).status).toBe(409);
    expect(actOn(message, { action: 'decline' }, as('usr_other'))).toMatchObject({ status: 'declined' });
  });

  it('fails with 409 on an expired payment request', () => {
    const message = begun('payment_request', { expiresAt: later });

    expect(richAt(message.type, message.metadata, now)).toBe(message.metadata);
    expect(richAt(message.type, message.metadata, later)).toMatchObject({ status: 'expired' });
    for (const [action, userId] of [
      ['cancel', 'usr_sender'],
      ['decline', 'usr_other'],
    ] as const)
      expect(refusal(() => actOn(message, { action }, as(userId, later)))).toMatchObject({ status: 409 });
  });
});

describe('a vote', () => {
  const cast = (message: Acted, userId: string, ...optionIds: string[]): Acted => ({
    ...message,
    metadata: actOn(message, { action: 'vote', optionIds }, as(userId)),
  });

  it('replaces the earlier vote of the user, counts once, and is withdrawn by an empty vote', () => {
    const first = cast(cast(begun('poll'), 'usr_other', 'a'), 'usr_third', 'a');
    const changed = cast(first, 'usr_other', 'b');

    expect(first.metadata.votes).toEqual({ a: ['usr_other', 'usr_third'] });
    expect(cast(first, 'usr_other', 'a').metadata).toBe(first.metadata);
    expect(changed.metadata.votes).toEqual({ a: ['usr_third'], b: ['usr_other'] });
    expect(cast(changed, 'usr_other').metadata.votes).toEqual({ a: ['usr_third'] });
    expect(cast(begun('poll'), 'usr_other').metadata.votes).toEqual({});
  });

  it('is rejected for unknown or repeated options, and for several options in a single-choice poll', () => {
    const many = begun('poll', { multiple: true });

    expect(cast(many, 'usr_other', 'a', 'b').metadata.votes).toEqual({ a: ['usr_other'], b: ['usr_other'] });
    for (const [poll, ids] of [
      [begun('poll'), ['a', 'b']],
      [many, ['a', 'a']],
      [many, ['constructor']],
      [many, ['c']],
    ] as const)
      expect(refusal(() => cast(poll, 'usr_other', ...ids))).toMatchObject({ status: 400 });
  });

  it('is rejected once the poll was closed by its sender or by its closing time', () => {
    const open = begun('poll', { closesAt: later });
    const shut = { ...open, metadata: actOn(open, { action: 'close' }, as('usr_sender')) };
    const tooLate = () => actOn(open, { action: 'vote', optionIds: ['a'] }, as('usr_other', later));

    expect(actOn(shut, { action: 'close' }, as('usr_sender'))).toBe(shut.metadata);
    expect(refusal(() => cast(shut, 'usr_other', 'a')).status).toBe(409);
    expect(refusal(tooLate).status).toBe(409);
    expect(richAt('poll', open.metadata, later)).toMatchObject({ closed: true });
    expect(actOn(open, { action: 'close' }, as('usr_sender', later))).toBe(open.metadata);
  });
});

describe('a response to an invitation', () => {
  it('replaces the earlier response of the user and keeps the responses of others', () => {
    const message = begun('rsvp');
    const yes = actOn(message, { action: 'respond', answer: 'yes' }, as('usr_other'));
    const both = actOn({ ...message, metadata: yes }, { action: 'respond', answer: 'no' }, as('usr_third'));
    const maybe = actOn({ ...message, metadata: both }, { action: 'respond', answer: 'maybe' }, as('usr_other'));

    expect(maybe.responses).toEqual({ usr_other: 'maybe', usr_third: 'no' });
    expect(actOn({ ...message, metadata: maybe }, { action: 'respond', answer: 'no' }, as('usr_third'))).toBe(maybe);
  });
});
