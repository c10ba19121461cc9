import { tellOperators } from '#lib/admin/processes/operator-news.ts';
import type { Context } from '#lib/context/context.ts';

/** Tells every superadmin that far more sign-in mails are asked for than usual; once for the hour, however often it runs. */
export const tellLoginFlood = (
  ctx: Context,
  { hour, mails }: { readonly hour: string; readonly mails: number },
): Promise<void> =>
  tellOperators(ctx, { template: 'operator.login_flood', params: { count: mails }, actionUrl: '/admin', key: hour });
