import { readSuperadmins } from '#lib/auth/superadmins.ts';
import type { Context } from '#lib/context/context.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import type { Template, TextParams } from '#lib/notifications/write/texts.ts';

type OperatorNotification = {
  readonly template: Extract<Template, `operator.${string}`>;
  readonly params?: TextParams;
  /** The page of the console with the details. */
  readonly actionUrl: string;
  /** The key of one episode. */
  readonly key: string;
};

/** Notifies every superadmin of something that needs a person. Sends once per key, however often it runs. */
export async function notifyOperators(
  ctx: Context,
  { template, params = {}, actionUrl, key }: OperatorNotification,
): Promise<void> {
  for (const userId of await readSuperadmins(ctx.data))
    await createNotification(ctx, userId, {
      type: 'SYSTEM',
      priority: 'high',
      template,
      params,
      data: { actionUrl },
      source: template,
      key,
    });
}
