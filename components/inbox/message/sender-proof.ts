import type { Tone } from '#components/ui/badge.tsx';

type Authentication = { readonly spf: string | null; readonly dkim: string | null; readonly dmarc: string | null };
type Verdict = 'unchecked' | 'confirmed' | 'forged' | 'suspicious' | 'unconfirmed';
/** The verdict with its results, which are null when there was no check. */
export type SenderProof = { readonly tone: Tone; readonly verdict: Verdict; readonly results: string | null };

/**
 * Returns the receiving server's verdict about the sender of a mail. DMARC concerns the address that the reader sees.
 */
export function senderProof(authentication: Authentication | null): SenderProof {
  if (!authentication) return { tone: 'neutral', verdict: 'unchecked', results: null };
  const { spf, dkim, dmarc } = authentication;
  const results = `SPF ${spf ?? '–'} · DKIM ${dkim ?? '–'} · DMARC ${dmarc ?? '–'}`;
  if (dmarc === 'pass') return { tone: 'success', verdict: 'confirmed', results };
  if (dmarc === 'fail') return { tone: 'danger', verdict: 'forged', results };
  if (spf === 'fail' || dkim === 'fail') return { tone: 'warning', verdict: 'suspicious', results };
  return { tone: 'neutral', verdict: 'unconfirmed', results };
}
