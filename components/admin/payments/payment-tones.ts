import type { Tone } from '#components/ui/badge.tsx';
import type { AttemptStatus, InboxState, SettlementState } from '#lib/payments/values.ts';

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

export const callbackTones: Readonly<Record<InboxState, Tone>> = {
  received: 'warning',
  applied: 'success',
  ignored: 'neutral',
  orphan: 'danger',
  poison: 'danger',
};

export const settlementTones: Readonly<Record<SettlementState, Tone>> = {
  accrued: 'neutral',
  payable: 'warning',
  paid: 'success',
  reversed: 'neutral',
};
