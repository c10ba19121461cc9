import { describe, expect, it } from 'vitest';
import { senderProof } from './sender-proof.ts';

describe('the badge of a sender', () => {
  it('is positive only when DMARC passes', () => {
    expect(senderProof({ spf: 'fail', dkim: 'pass', dmarc: 'pass' }).tone).toBe('success');
    expect(senderProof({ spf: 'pass', dkim: 'pass', dmarc: 'fail' }).tone).toBe('danger');
    expect(senderProof({ spf: 'pass', dkim: 'pass', dmarc: null }).tone).toBe('neutral');
    expect(senderProof({ spf: 'fail', dkim: null, dmarc: null }).tone).toBe('warning');
  });

  it('says when the sender was not checked', () => {
    expect(senderProof(null).verdict).toBe('unchecked');
  });
});
