import { notifyOperators } from '#lib/admin/processes/notify-operators.ts';
import type { Context } from '#lib/context/context.ts';

/** Notifies every superadmin of far more sign-in mails than usual. Sends once per hour, however often it runs. */
export const notifyOfLoginFlood = (
  ctx: Context,
  { hour, mails }: { readonly hour: string; readonly mails: number },
): Promise<void> =>
  notifyOperators(ctx, { template: 'operator.login_flood', params: { count: mails }, actionUrl: '/admin', key: hour });
