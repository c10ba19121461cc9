import { defineRoute } from '#lib/api/define-route.ts';
import { registerDevice, removeDevice } from '#lib/notifications/push/registrations.ts';
import { deviceSaved, registerDeviceInput, removeDeviceInput } from '#lib/notifications/schemas/registration.ts';

export const POST = defineRoute({
  summary: 'Register an own device for push notifications',
  auth: 'session',
  rateLimit: 'push-registration',
  body: registerDeviceInput,
  response: deviceSaved,
  handler: async ({ ctx, body }) => {
    await registerDevice(ctx, body);
    return { success: true as const };
  },
});

export const DELETE = defineRoute({
  summary: 'Remove an own device from push notifications',
  auth: 'session',
  rateLimit: 'push-registration',
  body: removeDeviceInput,
  response: deviceSaved,
  handler: async ({ ctx, body }) => {
    await removeDevice(ctx, body.deviceFingerprint);
    return { success: true as const };
  },
});
