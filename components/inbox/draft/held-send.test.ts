import { describe, expect, it } from 'vitest';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { sayOf } from '#tests/support/console-say.ts';
import { fateOf, isOpen, secondsLeft, undoText } from './held-send.ts';

const sendAt = '2026-03-02T10:00:10.000Z';
const t = await sayOf('reply');
const words = { t, inbox: await sayOf('inbox') };
const nora = 'nora@example.test';
const draft = (patch: Partial<EmailDraftView>) =>
  ({ status: 'approved', sendAt: null, toEmail: nora, lastError: null, ...patch }) as EmailDraftView; // the tested code reads no other field

describe('an email held for undo', () => {
  it('is held with a send time, open while sending, sent with a text, and back when the draft is gone', () => {
    const open = draftStatuses.filter((status) => isOpen(fateOf(draft({ status }), nora, words)));

    expect(open).toEqual(['sending']);
    expect(fateOf(draft({ sendAt }), nora, words)).toEqual({ kind: 'held' });
    expect(fateOf(draft({ status: 'sent' }), nora, words)).toEqual({
      kind: 'sent',
      text: 'Sent to nora@example.test.',
    });
    expect(fateOf(null, nora, words).kind).toBe('back');
  });

  it('is held again when a failed draft is retried', () => {
    expect(fateOf(draft({ status: 'failed', sendAt }), nora, words)).toEqual({ kind: 'held' });
    expect(fateOf(draft({ status: 'failed' }), nora, words).kind).toBe('trouble');
  });

  it('is reported with the next step when the mail server rejects the login', () => {
    const lastError = { code: 'EAUTH', responseCode: 535, stage: 'auth', message: '535 No', at: sendAt } as const;

    expect(fateOf(draft({ status: 'failed', lastError }), nora, words)).toEqual({
      kind: 'trouble',
      text: 'The email was not sent to nora@example.test. The server said: “535 No”. The mail server rejected the login of this channel. Renew its password first.',
    });
  });

  it('is reported with the recipient of the send, even when the draft has another recipient', () => {
    expect(fateOf(draft({ status: 'failed' }), 'boss@example.test', words)).toMatchObject({
      text: 'The email was not sent to boss@example.test.',
    });
  });

  it('is reported as undone, or with what happened when the undo came too late', () => {
    expect(undoText(fateOf(draft({}), nora, words), t)).toBe('Undone. Nothing was sent to nora@example.test.');
    expect(undoText(fateOf(draft({ status: 'sending' }), nora, words), t)).toBe(
      'Too late to undo: the email is being sent.',
    );
    expect(undoText(fateOf(draft({ status: 'sent' }), nora, words), t)).toBe(
      'Too late to undo. Sent to nora@example.test.',
    );
    expect(undoText(fateOf(draft({ status: 'send_unknown' }), nora, words), t)).toContain(
      'may or may not have been sent',
    );
  });

  it('counts down in whole seconds to zero', () => {
    expect([0, 1, 999, 1000, 5000].map((now) => secondsLeft({ dueMs: 1000 }, now))).toEqual([1, 1, 1, 0, 0]);
  });
});
