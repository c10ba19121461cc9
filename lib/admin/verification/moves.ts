import { conflict } from '#lib/core/errors.ts';
import type { ProcedureAction, ProcedureStatus } from './values.ts';

const open = ['submitted', 'under_review', 'info_requested'] as const satisfies readonly ProcedureStatus[];

type Move = { readonly from: readonly ProcedureStatus[]; readonly to: ProcedureStatus };

/** Every move after the application. A status that `from` does not list rejects the move. */
export const moves: Readonly<Record<Exclude<ProcedureAction, 'submit'>, Move>> = {
  'under-review': { from: open, to: 'under_review' },
  'request-info': { from: ['submitted', 'under_review'], to: 'info_requested' },
  answer: { from: ['info_requested'], to: 'submitted' },
  approve: { from: open, to: 'approved' },
  reject: { from: open, to: 'rejected' },
  withdraw: { from: open, to: 'cancelled' },
  expire: { from: ['info_requested'], to: 'expired' },
};

export const isOpen = (status: ProcedureStatus): boolean => open.some((name) => name === status);

/** Throws InvalidTransition for a move that the status does not allow. */
export function assertMayMove(action: keyof typeof moves, status: ProcedureStatus): void {
  if (!moves[action].from.includes(status)) throw invalidTransition(status);
}

export const invalidTransition = (status: string) =>
  conflict(`This is not possible while the status is ${status}`, { code: 'InvalidTransition', details: { status } });
