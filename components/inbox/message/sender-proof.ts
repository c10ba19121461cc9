import type { Tone } from '#components/ui/badge.tsx';

type Authentication = { readonly spf: string | null; readonly dkim: string | null; readonly dmarc: string | null };
export type SenderProof = { readonly tone: Tone; readonly label: string; readonly detail: string };

/**
 * Returns the receiving server's verdict about the sender of a mail. DMARC concerns the address that the reader sees.
 */
export function senderProof(authentication: Authentication | null): SenderProof {
  if (!authentication)
    return {
      tone: 'neutral',
      label: 'Sender not checked',
      detail: 'The email has no check result from a server this channel trusts.',
    };
  const { spf, dkim, dmarc } = authentication;
  const detail = `SPF ${spf ?? 'none'} · DKIM ${dkim ?? 'none'} · DMARC ${dmarc ?? 'none'}`;
  if (dmarc === 'pass') return { tone: 'success', label: 'Sender confirmed', detail };
  if (dmarc === 'fail') return { tone: 'danger', label: 'Sender may be forged', detail };
  if (spf === 'fail' || dkim === 'fail') return { tone: 'warning', label: 'Sender suspicious', detail };
  return { tone: 'neutral', label: 'Sender not confirmed', detail };
}
