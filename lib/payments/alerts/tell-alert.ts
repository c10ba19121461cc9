import type { Context } from '#lib/context/context.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { alertWordsOf } from './alert-mail.ts';
import type { AlertMailPromise } from './alert-topics.ts';

/** Tells a superadmin on the page what a mail of its own tells as well; once. Like the console it speaks English. */
export async function tellAlert(ctx: Context, promise: AlertMailPromise): Promise<void> {
  const { subject, lead, path } = alertWordsOf(promise);
  await createNotification(ctx, promise.userId, {
    type: 'SYSTEM',
    priority: 'high',
    title: subject,
    message: lead,
    data: { actionUrl: path },
    source: `alert.${promise.kind}`,
    key: promise.subjectId,
    shut: { email: 'not_asked' },
  });
}
