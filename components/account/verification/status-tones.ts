import type { Tone } from '#components/ui/badge.tsx';
import type { ProcedureStatus } from '#lib/admin/verification/values.ts';

/** The color of each status of a procedure, for its owner and in the console. */
export const statusTones: Readonly<Record<ProcedureStatus, Tone>> = {
  submitted: 'neutral',
  under_review: 'primary',
  info_requested: 'warning',
  approved: 'success',
  rejected: 'danger',
  expired: 'neutral',
  cancelled: 'neutral',
};
