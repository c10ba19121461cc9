import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providerNotice } from './provider.ts';

const complaint = {
  eventType: 'Complaint',
  complaint: { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: 'bob@home.test' }] },
  mail: { commonHeaders: { messageId: '<d.1@plaza.test>' } },
};

describe('providerNotice', () => {
  it('reads a complaint', () => {
    expect(providerNotice(JSON.stringify(complaint))).toEqual({
      kind: 'complaint',
      feedbackType: 'abuse',
      transient: false,
      originalMessageId: '<d.1@plaza.test>',
      reportingMta: null,
      recipients: [{ address: 'bob@home.test', status: null, action: null, diagnostic: null }],
    });
  });

  it('reads JSON that was wrapped into lines or is followed by a footer', () => {
    const text = JSON.stringify(complaint);
    expect(providerNotice(`${text.slice(0, 40)}\r\n ${text.slice(40)}`)?.kind).toBe('complaint');
    expect(providerNotice(`  ${text}\n-- \nTo leave this {list}, click`)?.kind).toBe('complaint');
  });

  it.each([
    'Hello.',
    '{',
    '{}',
    '[]',
    '{"notificationType":"Other"}',
    '{"notificationType":"constructor"}',
    '{"notificationType":["Bounce"]}',
    '{"Message":"{}"}',
    `${'{"a":'.repeat(5000)}1`,
  ])('returns null for %j', (text) => {
    expect(providerNotice(text)).toBeNull();
  });

  it('never throws, whatever values the fields of a notice have', () => {
    const value = fc.jsonValue();
    fc.assert(
      fc.property(value, value, value, (about, mail, message) => {
        const notice = providerNotice(
          JSON.stringify({ notificationType: 'Bounce', bounce: about, mail, Message: message }),
        );
        expect(notice === null || notice.kind === 'bounce').toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
