import type { Context } from '#lib/context/context.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { alertWordsOf } from './alert-mail.ts';
import type { AlertMailPromise } from './alert-topics.ts';

/** Notifies a superadmin on the page, once. A separate mail says the same. The text is in English, like the console. */
export async function notifyOfAlert(ctx: Context, promise: AlertMailPromise): Promise<void> {
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
