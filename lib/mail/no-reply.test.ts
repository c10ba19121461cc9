import { describe, expect, it } from 'vitest';
import { isNoReply } from './no-reply.ts';

describe('isNoReply', () => {
  it.each([
    ...[
      'no-reply@a.test',
      'noreply@a.test',
      'no_reply@a.test',
      'No.Reply+x@a.test',
      'donotreply@a.test',
      'do-not-reply@a.test',
    ],
    ...[
      'notification@a.test',
      'notifications@a.test',
      'shop-notifications@a.test',
      'MAILER-DAEMON@a.test',
      'postmaster@a.test',
    ],
  ])('returns true for %s', (address) => {
    expect(isNoReply(address)).toBe(true);
  });

  it.each(['anna@no-reply.test', 'reply@a.test', 'norbert@a.test', 'info@a.test', 'snoreply@a.test', ''])(
    'returns false for %s',
    (address) => {
      expect(isNoReply(address)).toBe(false);
    },
  );
});
