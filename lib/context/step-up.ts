import { forbidden } from '#lib/core/errors.ts';
import type { UserContext } from './context.ts';

const stepUpRequired = () => forbidden('This action needs a new code from your email', { code: 'StepUpRequired' });

/** Throws StepUpRequired when ADMIN_STEP_UP is on and the session has no recent step-up. */
export function assertSteppedUp(ctx: UserContext): void {
  if (ctx.env.ADMIN_STEP_UP && !ctx.session?.stepUpUntil) throw stepUpRequired();
}

/** Throws StepUpRequired when the session has no recent step-up, whatever ADMIN_STEP_UP is. */
export function assertSteppedUpAlways(ctx: UserContext): void {
  if (!ctx.session?.stepUpUntil) throw stepUpRequired();
}
