import { forbidden } from '#lib/core/errors.ts';
import type { UserContext } from './context.ts';

/** Refuses a sensitive act of a session that has not proved itself anew, where ADMIN_STEP_UP asks for that. */
export function assertSteppedUp(ctx: UserContext): void {
  if (ctx.env.ADMIN_STEP_UP && !ctx.session?.stepUpUntil)
    throw forbidden('This needs a fresh code from your mail', { code: 'StepUpRequired' });
}
