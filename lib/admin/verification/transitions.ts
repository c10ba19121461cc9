import { conflict } from '#lib/core/errors.ts';
import type { ProcedureAction, ProcedureStatus } from './values.ts';

const open = ['submitted', 'under_review', 'info_requested'] as const satisfies readonly ProcedureStatus[];

type Transition = { readonly from: readonly ProcedureStatus[]; readonly to: ProcedureStatus };

/** The transitions after the application. A procedure whose status is not in `from` cannot make the transition. */
export const transitions: Readonly<Record<Exclude<ProcedureAction, 'submit'>, Transition>> = {
  'under-review': { from: open, to: 'under_review' },
  'request-info': { from: ['submitted', 'under_review'], to: 'info_requested' },
  answer: { from: ['info_requested'], to: 'submitted' },
  approve: { from: open, to: 'approved' },
  reject: { from: open, to: 'rejected' },
  withdraw: { from: open, to: 'cancelled' },
  expire: { from: ['info_requested'], to: 'expired' },
};

export const isOpen = (status: ProcedureStatus): boolean => open.some((name) => name === status);

/** Throws InvalidTransition for a transition that the status does not allow. */
export function assertAllowed(action: keyof typeof transitions, status: ProcedureStatus): void {
  if (!transitions[action].from.includes(status)) throw invalidTransition(status);
}

export const invalidTransition = (status: string) =>
  conflict('The current status does not allow this', { code: 'InvalidTransition', details: { status } });
