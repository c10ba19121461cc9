import { describe, expect, it } from 'vitest';
import { mailAuthentication } from './authentication.ts';

const results = (value: string) => ({ name: 'authentication-results', value });
const hop = { name: 'received', value: 'from a by b' };
const OURS = 'mx.shop.test';

describe('mailAuthentication', () => {
  it('reads what the trusted server says', () => {
    const value =
      'mx.shop.test 1; spf=pass (sender ok; really) smtp.mailfrom=a@b.test; dkim=pass header.d=b.test; dmarc=fail (p=none)';
    expect(mailAuthentication([results(value), hop], OURS)).toEqual({ spf: 'pass', dkim: 'pass', dmarc: 'fail' });
  });

  it('says nothing without a trusted name, and by the word of nobody else', () => {
    expect(mailAuthentication([results('mx.shop.test; dmarc=pass')], null)).toBeNull();
    expect(mailAuthentication([results('mx.evil.test; dmarc=pass')], OURS)).toBeNull();
    expect(mailAuthentication([], OURS)).toBeNull();
  });

  it('believes no field below the next hop, which the sender may have written in our name', () => {
    const forged = results('mx.shop.test; dmarc=pass; dkim=pass');
    expect(mailAuthentication([results('mx.shop.test; spf=softfail'), hop, forged], OURS)).toEqual({
      spf: 'softfail',
      dkim: null,
      dmarc: null,
    });
  });

  it('joins several fields of the same server, the topmost counting first', () => {
    const fields = [
      results('mx.shop.test; dmarc=fail'),
      results('MX.shop.test; dkim=fail; dkim=pass; dmarc=pass'),
      hop,
    ];
    expect(mailAuthentication(fields, 'MX.Shop.test')).toEqual({ spf: null, dkim: 'pass', dmarc: 'fail' });
  });

  it('is not fooled by comments and quotes', () => {
    const value = 'mx.shop.test; dkim=fail reason="; dmarc=pass" (a (nested; dmarc=pass) one); dmarc=none';
    expect(mailAuthentication([results(value)], OURS)).toEqual({ spf: null, dkim: 'fail', dmarc: 'none' });
    expect(mailAuthentication([results('(mx.shop.test;) mx.evil.test; dmarc=pass')], OURS)).toBeNull();
    expect(mailAuthentication([results('mx.shop.test; none')], OURS)).toEqual({ spf: null, dkim: null, dmarc: null });
  });
});
