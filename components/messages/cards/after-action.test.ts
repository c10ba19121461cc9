import { describe, expect, it } from 'vitest';
import { actOn, beginRich } from '#lib/messaging/cards/rich-types.ts';
import type { RichAction, RichType } from '#lib/messaging/schemas/rich.ts';
import { afterAction, availableTransitions } from './after-action.ts';

const now = '2026-03-02T10:00:00.000Z';
const later = '2026-03-02T11:00:00.000Z';
const sending = {
  participantIds: ['usr_ann', 'usr_bob', 'usr_eve'],
  now,
  origin: 'https://plaza.test',
  vendorId: null,
};
const by = (type: RichType, sent: object) => ({
  type,
  senderId: 'usr_ann',
  metadata: beginRich(type, sent, sending),
});
const poll = by('poll', {
  question: 'When?',
  multiple: true,
  options: [
    { id: 'a', text: 'Now' },
    { id: 'b', text: 'Later' },
  ],
});
const request = { amountMinor: 100, currency: 'UAH' };

describe('afterAction', () => {
  const acts: [ReturnType<typeof by>, string, RichAction][] = [
    [poll, 'usr_bob', { action: 'vote', optionIds: ['b', 'a'] }],
    [poll, 'usr_ann', { action: 'close' }],
    [by('rsvp', { title: 'Fair', startsAt: later }), 'usr_bob', { action: 'respond', answer: 'maybe' }],
    [by('task', { title: 'Pack' }), 'usr_ann', { action: 'start' }],
    [by('payment_request', request), 'usr_bob', { action: 'decline' }],
    [by('env_request', { items: [{ key: 'KEY', label: 'Key', required: true }] }), 'usr_eve', { action: 'provide' }],
  ];

  it.each(acts)('predicts for %o the metadata that the server will store', (message, userId, action) => {
    expect(afterAction(message.type, message.metadata, action, userId)).toEqual(
      actOn(message, action, { userId, now }),
    );
  });

  it('replaces the earlier vote of the same user and keeps the votes of others', () => {
    const voted = afterAction('poll', poll.metadata, { action: 'vote', optionIds: ['a'] }, 'usr_bob');
    const both = afterAction('poll', voted, { action: 'vote', optionIds: ['a'] }, 'usr_eve');

    expect(afterAction('poll', both, { action: 'vote', optionIds: ['b'] }, 'usr_bob')).toMatchObject({
      votes: { a: ['usr_eve'], b: ['usr_bob'] },
    });
  });
});

describe('availableTransitions', () => {
  it.each([
    ['usr_ann', request, ['cancel', 'mark-paid']],
    ['usr_bob', request, ['decline']],
    ['usr_ann', { ...request, orderId: 'ord_1' }, ['cancel']],
  ])('offers %s only those moves of a payment request that the server accepts', (me, sent, moves) => {
    expect(availableTransitions(by('payment_request', sent), me, now)).toEqual(moves);
  });

  it('offers no moves for a payment request that a buyer is already paying', () => {
    const message = by('payment_request', request);
    const metadata = { ...message.metadata, paidOrderId: 'ord_1', buyerId: 'usr_bob' };

    for (const me of ['usr_ann', 'usr_bob', 'usr_eve'])
      expect(availableTransitions({ ...message, metadata }, me, now)).toEqual([]);
  });

  it('offers no moves for an expired payment request', () => {
    const message = by('payment_request', { ...request, expiresAt: later });

    expect(availableTransitions(message, 'usr_bob', later)).toEqual([]);
  });

  it('offers the moves of a task to its assignee and not to other recipients', () => {
    const task = by('task', { title: 'Pack', assigneeId: 'usr_bob' });

    expect(availableTransitions(task, 'usr_bob', now)).toEqual(['start', 'done']);
    expect(availableTransitions(task, 'usr_eve', now)).toEqual([]);
  });
});
