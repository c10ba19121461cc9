import type { Tone } from '#components/ui/badge.tsx';
import type {
  AttemptStatus,
  AttentionKind,
  EntryKind,
  InboxState,
  Processor,
  Purpose,
  SettlementState,
} from '#lib/payments/values.ts';

export const purposeWords: Readonly<Record<Purpose, string>> = {
  store_order: 'order',
  wallet_topup: 'wallet top-up',
  membership_upgrade: 'membership',
};
export const processorWords: Readonly<Record<Processor, string>> = {
  cardgw: 'card',
  credit: 'balance',
  native_token: 'token',
  manual: 'manual',
};

export const statusTones: Readonly<Record<AttemptStatus, Tone>> = {
  created: 'neutral',
  pending: 'warning',
  authorized: 'warning',
  paid: 'success',
  declined: 'neutral',
  expired: 'neutral',
  superseded: 'neutral',
  voided: 'neutral',
  suspicious: 'danger',
  refunded: 'neutral',
};

/** The titles and explanations of the payment problems that need attention. */
export const attentionWords: Readonly<Record<AttentionKind, { readonly title: string; readonly meaning: string }>> = {
  suspicious: {
    title: 'Suspicious payments',
    meaning: 'The gateway’s data does not match the payment. Check each one; nothing more happens automatically.',
  },
  refund_failed: {
    title: 'Failed refunds',
    meaning: 'The gateway rejected the refund. You can try again.',
  },
  orphan: {
    title: 'Callbacks for unknown payments',
    meaning: 'The gateway confirmed a payment that was not started here, so the money belongs to no order.',
  },
  poison: {
    title: 'Failed callbacks',
    meaning: 'Processing failed too many times. The change has not been applied yet.',
  },
};

export const callbackTones: Readonly<Record<InboxState, Tone>> = {
  received: 'warning',
  applied: 'success',
  ignored: 'neutral',
  orphan: 'danger',
  poison: 'danger',
};

export const entryWords: Readonly<Record<EntryKind, string>> = {
  capture: 'order paid',
  topup: 'balance topped up',
  membership: 'membership paid',
  excess: 'excess payment',
  excess_refund: 'excess payment refunded',
  refund: 'refund',
  release: 'released to the seller',
  payout: 'paid out',
  fee: 'gateway fee',
  referral: 'referral reward',
};

export const settlementTones: Readonly<Record<SettlementState, Tone>> = {
  accrued: 'neutral',
  payable: 'warning',
  paid: 'success',
  reversed: 'neutral',
};
