import { describe, expect, it } from 'vitest';
import { bounceReason } from './reason.ts';

const reason = (words: string, status: string | null = null) => bounceReason({ words, status, transcript: words });

describe('bounceReason', () => {
  it.each([
    ['550 5.1.1 <bob@home.test>: Recipient address rejected: User unknown', 'user_unknown'],
    ['550 No such user here', 'user_unknown'],
    ["The email address you entered couldn't be found", 'user_unknown'],
    ['550 5.4.1 Recipient address rejected: Access denied', 'user_unknown'],
    ['Пользователь не найден', 'user_unknown'],
    ['550 Host unknown', 'host_unknown'],
    ['Unrouteable address', 'host_unknown'],
    ['550 5.1.6 recipient no longer on server', 'moved'],
    ['552 5.2.2 Quota exceeded (mailbox for user is full)', 'mailbox_full'],
    ['User mailbox exceeds allowed size', 'mailbox_full'],
    ['550 5.2.1 The email account that you tried to reach is disabled', 'suspended'],
    ['552 5.2.3 Message size exceeds fixed maximum message size (10485760)', 'too_big'],
    ['550 5.7.26 Unauthenticated email from shop.test is not accepted', 'auth'],
    ['554 5.7.1 relay access denied', 'relaying'],
    ['550 Virus detected', 'content'],
    ['550 5.7.1 Message content rejected, UBE', 'spam'],
    ['554 5.7.1 Client host rejected: blocked using rbl.test', 'blocked'],
    ['571 No PTR Record found. Reverse DNS required', 'blocked'],
    ['421 4.7.0 temporarily deferred due to unexpected volume', 'rate'],
    ['550 Denied by policy', 'policy'],
    ['connect to mx.test: Connection timed out', 'timeout'],
    ['lost connection with mx.test while performing the HELO handshake', 'network'],
    ['554 5.4.6 Too many hops', 'network'],
    ['554 5.3.0 Internal system error', 'system'],
    ['?', 'other'],
  ])('reads %j as %s', (words, want) => {
    expect(reason(words)).toBe(want);
  });

  it.each([
    ['5.1.1', 'user_unknown'],
    ['5.1.2', 'host_unknown'],
    ['5.1.6', 'moved'],
    ['4.2.2', 'mailbox_full'],
    ['5.2.1', 'suspended'],
    ['4.4.7', 'timeout'],
    ['5.7.1', 'policy'],
    ['5.0.0', 'other'],
  ])('falls back to the status %s when the words are unknown', (status, want) => {
    expect(reason('it did not work', status)).toBe(want);
  });

  it('returns policy, not user_unknown, for a refused MAIL FROM and for a refused DATA without status 5.1.1', () => {
    expect(reason('550 user unknown (in reply to MAIL FROM command)', '5.1.1')).toBe('policy');
    expect(reason('550 user unknown (in reply to end of DATA command)', '5.2.1')).toBe('policy');
    expect(reason('550 user unknown (in reply to end of DATA command)', '5.1.1')).toBe('user_unknown');
  });
});
