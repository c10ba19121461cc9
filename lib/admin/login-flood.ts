import { readSuperadmins } from '#lib/auth/superadmins.ts';
import type { Context } from '#lib/core/context.ts';
import { createNotification } from '#lib/notifications/create.ts';

/** Tells every superadmin that far more sign-in mails are asked for than usual; once for the hour, however often it runs. */
export async function tellLoginFlood(
  ctx: Context,
  { hour, mails }: { readonly hour: string; readonly mails: number },
): Promise<void> {
  for (const userId of await readSuperadmins(ctx.data))
    await createNotification(ctx, userId, {
      type: 'SYSTEM',
      priority: 'high',
      template: 'operator.login_flood',
      params: { count: mails },
      data: { actionUrl: '/admin' },
      source: 'operator.login_flood',
      key: hour,
    });
}
