import { defineRoute } from '#lib/api/define-route.ts';
import { pushNotConfigured } from '#lib/notifications/push/registrations.ts';
import { vapidPublicAnswer } from '#lib/notifications/schemas/registration.ts';

export const GET = defineRoute({
  summary: 'Get the public key for push subscriptions',
  auth: 'session',
  rateLimit: 'notifications',
  response: vapidPublicAnswer,
  handler: async ({ ctx }) => {
    const { web } = ctx.push;
    if (!web) throw pushNotConfigured();
    return { publicKey: web.publicKey, keyId: web.keyId };
  },
});
