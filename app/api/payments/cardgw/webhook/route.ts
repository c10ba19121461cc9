import { callbackRoute } from '#app/api/payments/cardgw/callback-route.ts';

export const POST = callbackRoute({ summary: 'Receive a callback of the card gateway' });
