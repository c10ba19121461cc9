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
  manual: 'by hand',
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
    meaning: 'What the gateway says of them does not fit. Nothing more happens to them by itself.',
  },
  refund_failed: {
    title: 'Refunds that failed',
    meaning: 'The gateway refused to give the money back. It can be asked again.',
  },
  orphan: {
    title: 'Callbacks about nothing of ours',
    meaning: 'The gateway signed for a payment that was never started here: money for nobody.',
  },
  poison: {
    title: 'Callbacks that could not be applied',
    meaning: 'Applying it failed too often. What the gateway said has not happened here yet.',
  },
};

export const inboxTones: Readonly<Record<InboxState, Tone>> = {
  received: 'warning',
  applied: 'success',
  ignored: 'neutral',
  orphan: 'danger',
  poison: 'danger',
};

export const entryWords: Readonly<Record<EntryKind, string>> = {
  capture: 'order paid',
  topup: 'credit given',
  membership: 'membership paid',
  excess: 'money in excess',
  excess_refund: 'money in excess returned',
  refund: 'money returned',
  release: 'released to the vendor',
  payout: 'paid out',
  fee: 'fee of the gateway',
  referral: 'referral reward',
};

export const settlementTones: Readonly<Record<SettlementState, Tone>> = {
  accrued: 'neutral',
  payable: 'warning',
  paid: 'success',
  reversed: 'neutral',
};
