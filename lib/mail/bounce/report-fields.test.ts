import { describe, expect, it } from 'vitest';
import { reportGroups, typedValue } from './report-fields.ts';

const groups = (text: string) => reportGroups(text).map((group) => Object.fromEntries(group));

describe('reportGroups', () => {
  it('reads the message group and a recipient group, with lower-case names and unfolded values', () => {
    expect(
      groups(
        'Reporting-MTA: dns; mx.test\r\n\r\nFINAL-Recipient: rfc822; a@b.test\r\nDiagnostic-Code: smtp; 550\r\n  no such user\r\n',
      ),
    ).toEqual([
      { 'reporting-mta': 'dns; mx.test' },
      { 'final-recipient': 'rfc822; a@b.test', 'diagnostic-code': 'smtp; 550 no such user' },
    ]);
  });

  it('starts a new recipient group without a blank line and keeps the first of repeated fields', () => {
    expect(groups('Final-Recipient: a\nStatus: 5.1.1\nStatus: 4.0.0\nFinal-Recipient: b')).toEqual([
      { 'final-recipient': 'a', status: '5.1.1' },
      { 'final-recipient': 'b' },
    ]);
  });

  it('stops at a MIME boundary inside the report', () => {
    expect(groups('Status: 5.1.1\n\n--boundary\nContent-Type: message/rfc822')).toEqual([{ status: '5.1.1' }]);
  });

  it('ignores lines that are not fields, treats __proto__ as a plain name and limits the number of groups', () => {
    expect(groups('not a field\n__proto__: x\n')).toEqual([JSON.parse('{"__proto__":"x"}')]);
    expect(reportGroups('a: b\n\n'.repeat(10_000)).length).toBeLessThan(300);
  });
});

describe('typedValue', () => {
  it('removes the type prefix and returns null for an empty value', () => {
    expect([undefined, 'rfc822; a@b.test', 'a@b.test', 'smtp;', ''].map(typedValue)).toEqual([
      null,
      'a@b.test',
      'a@b.test',
      null,
      null,
    ]);
  });
});
