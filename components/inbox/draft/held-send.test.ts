import { describe, expect, it } from 'vitest';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { fateOf, isOpen, secondsLeft, undoText } from './held-send.ts';

const sendAt = '2026-03-02T10:00:10.000Z';
const nora = 'nora@example.test';
const draft = (patch: Partial<EmailDraftView>) =>
  ({ status: 'approved', sendAt: null, toEmail: nora, lastError: null, ...patch }) as EmailDraftView; // the tested code reads no other field

describe('what became of a mail that was held back', () => {
  it('is open while it waits or is on its way, and told in words for every other state of its draft', () => {
    const open = draftStatuses.filter((status) => isOpen(fateOf(draft({ status }), nora)));

    expect(open).toEqual(['sending']);
    expect(fateOf(draft({ sendAt }), nora)).toEqual({ kind: 'held' });
    expect(fateOf(draft({ status: 'sent' }), nora)).toEqual({ kind: 'sent', text: 'Sent to nora@example.test.' });
    expect(fateOf(null, nora).kind).toBe('back');
  });

  it('is still open where a draft that failed before is tried again', () => {
    expect(fateOf(draft({ status: 'failed', sendAt }), nora)).toEqual({ kind: 'held' });
    expect(fateOf(draft({ status: 'failed' }), nora).kind).toBe('trouble');
  });

  it('says what to do about a login that was refused', () => {
    const lastError = { code: 'EAUTH', responseCode: 535, stage: 'auth', message: '535 No', at: sendAt } as const;

    expect(fateOf(draft({ status: 'failed', lastError }), nora)).toEqual({
      kind: 'trouble',
      text: 'The email was not sent to nora@example.test. 535 No. The mail server rejected the login of this channel. Renew its password first.',
    });
  });

  it('names whom the send was to, also where the draft by itself goes to another', () => {
    expect(fateOf(draft({ status: 'failed' }), 'boss@example.test')).toMatchObject({
      text: 'The email was not sent to boss@example.test.',
    });
  });

  it('tells somebody who was too late what happened instead', () => {
    expect(undoText(fateOf(draft({}), nora))).toBe('Undone. Nothing was sent to nora@example.test.');
    expect(undoText(fateOf(draft({ status: 'sending' }), nora))).toBe('Too late to undo: the email is being sent.');
    expect(undoText(fateOf(draft({ status: 'sent' }), nora))).toBe('Too late to undo. Sent to nora@example.test.');
    expect(undoText(fateOf(draft({ status: 'send_unknown' }), nora))).toContain('may or may not have been sent');
  });

  it('counts whole seconds down to none', () => {
    expect([0, 1, 999, 1000, 5000].map((now) => secondsLeft({ dueMs: 1000 }, now))).toEqual([1, 1, 1, 0, 0]);
  });
});
