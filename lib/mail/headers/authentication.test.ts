import { describe, expect, it } from 'vitest';
import { mailAuthentication } from './authentication.ts';

const results = (value: string) => ({ name: 'authentication-results', value });
const hop = { name: 'received', value: 'from a by b' };
const OURS = 'mx.shop.test';

describe('mailAuthentication', () => {
  it('reads the SPF, DKIM and DMARC results of the trusted server', () => {
    const value =
      'mx.shop.test 1; spf=pass (sender ok; really) smtp.mailfrom=a@b.test; dkim=pass header.d=b.test; dmarc=fail (p=none)';
    expect(mailAuthentication([results(value), hop], OURS)).toEqual({ spf: 'pass', dkim: 'pass', dmarc: 'fail' });
  });

  it('returns null without a trusted server name, and for the results of another server', () => {
    expect(mailAuthentication([results('mx.shop.test; dmarc=pass')], null)).toBeNull();
    expect(mailAuthentication([results('mx.evil.test; dmarc=pass')], OURS)).toBeNull();
    expect(mailAuthentication([], OURS)).toBeNull();
  });

  it('ignores results below the first Received header, which the sender may have forged', () => {
    const forged = results('mx.shop.test; dmarc=pass; dkim=pass');
    expect(mailAuthentication([results('mx.shop.test; spf=softfail'), hop, forged], OURS)).toEqual({
      spf: 'softfail',
      dkim: null,
      dmarc: null,
    });
  });

  it('merges the headers of one server: the topmost DMARC result wins, and any DKIM pass counts', () => {
    const fields = [
      results('mx.shop.test; dmarc=fail'),
      results('MX.shop.test; dkim=fail; dkim=pass; dmarc=pass'),
      hop,
    ];
    expect(mailAuthentication(fields, 'MX.Shop.test')).toEqual({ spf: null, dkim: 'pass', dmarc: 'fail' });
  });

  it('ignores results inside comments and quoted strings', () => {
    const value = 'mx.shop.test; dkim=fail reason="; dmarc=pass" (a (nested; dmarc=pass) one); dmarc=none';
    expect(mailAuthentication([results(value)], OURS)).toEqual({ spf: null, dkim: 'fail', dmarc: 'none' });
    expect(mailAuthentication([results('(mx.shop.test;) mx.evil.test; dmarc=pass')], OURS)).toBeNull();
    expect(mailAuthentication([results('mx.shop.test; none')], OURS)).toEqual({ spf: null, dkim: null, dmarc: null });
  });
});
