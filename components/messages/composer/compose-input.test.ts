import { describe, expect, it } from 'vitest';
import { beginRich } from '#lib/messaging/cards/rich-types.ts';
import { type ComposeKind, composed, orderOf } from './compose-input.ts';

const reader = { timeZone: 'Europe/Kyiv', now: '2026-03-02T10:00:00.000Z' };
const sending = {
  participantIds: ['usr_ann', 'usr_bob'],
  now: reader.now,
  origin: 'https://plaza.test',
  vendorId: null,
};
const order = { id: 'ord_1', number: 'P123' };

type Fields = Readonly<Record<string, string | readonly string[]>>;
function filled(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
  return form;
}
const make = (kind: ComposeKind, fields: Fields) => composed(kind, filled(fields), reader, order);

describe('composed', () => {
  const whole: [ComposeKind, Fields, object][] = [
    [
      'poll',
      { question: ' When? ', option: ['Now', ' ', 'Later'], multiple: 'on', closesAt: '2026-03-03T12:00' },
      {
        question: 'When?',
        options: [
          { id: 'o1', text: 'Now' },
          { id: 'o2', text: 'Later' },
        ],
        multiple: true,
        closesAt: '2026-03-03T10:00:00.000Z',
      },
    ],
    [
      'rsvp',
      { title: 'Fair', startsAt: '2026-07-01T18:00', endsAt: '', location: 'Square' },
      { title: 'Fair', startsAt: '2026-07-01T15:00:00.000Z', location: 'Square' },
    ],
    ['task', { title: 'Pack', assigneeId: 'usr_bob', dueAt: '' }, { title: 'Pack', assigneeId: 'usr_bob' }],
    [
      'payment_request',
      { amount: '1 547,36', currency: 'UAH', purpose: '', forOrder: 'on', expiresAt: '' },
      { amountMinor: 154_736, currency: 'UAH', purpose: 'P123', orderId: 'ord_1' },
    ],
    [
      'env_request',
      { key: ['API_KEY', '', 'DEBUG'], label: ['Key', '', ''], required: ['0', '1'] },
      {
        items: [
          { key: 'API_KEY', label: 'Key', required: true },
          { key: 'DEBUG', label: 'DEBUG', required: false },
        ],
      },
    ],
  ];

  it.each(whole)('turns a filled-in %s form into metadata that the server accepts', (kind, fields, metadata) => {
    const { input } = make(kind, fields);

    expect(input?.metadata).toEqual(metadata);
    expect(input?.content).not.toBe('');
    expect(beginRich(kind, input?.metadata, sending)).toMatchObject(metadata);
  });

  it.each<[ComposeKind, Fields, object]>([
    ['poll', { question: '', option: ['Now', ''] }, { question: 'need', option: 'needTwo' }],
    ['poll', { question: 'When?', option: ['a', 'b'], closesAt: '2026-03-02T12:00' }, { closesAt: 'past' }],
    ['rsvp', { title: 'Fair', startsAt: '' }, { startsAt: 'need' }],
    ['rsvp', { title: 'F', startsAt: '2026-07-01T18:00', endsAt: '2026-07-01T17:00' }, { endsAt: 'endFirst' }],
    ['task', { title: ' ' }, { title: 'need' }],
    ['payment_request', { amount: '0', currency: 'UAH' }, { amount: 'badAmount' }],
    ['payment_request', { amount: '1.555', currency: 'UAH' }, { amount: 'badAmount' }],
    ['env_request', { key: ['', ''], label: ['', ''] }, { key: 'need' }],
    ['env_request', { key: ['api-key'], label: ['Key'] }, { key: 'badKey' }],
    ['env_request', { key: ['A', 'A'], label: ['', ''] }, { key: 'twice' }],
  ])('reports for a %s form with %o which fields are wrong', (kind, fields, problems) => {
    expect(make(kind, fields)).toEqual({ input: null, problems });
  });

  it('links a payment request only to the order of the conversation', () => {
    const fields = filled({ amount: '5', currency: 'EUR', forOrder: 'on' });

    expect(composed('payment_request', fields, reader, null).input?.metadata).toEqual({
      amountMinor: 500,
      currency: 'EUR',
    });
    expect(orderOf({ kind: 'order', entityId: 'ord_1', orderNumber: 'P123' })).toEqual(order);
    expect(orderOf({ entityId: 'ord_1' })).toBeNull();
  });
});
