import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '#tests/support/http-client.ts';

/** How often a client repeats a request that got 503; such a request has changed nothing. */
const TRIES = 5;

/** Returns a client that waits and retries after a 503 as its Retry-After says; `told` is called for each. */
export const patient = (client: Client, told: () => void): Client => ({
  ...client,
  call: async (call) => {
    for (let tries = 1; ; tries += 1) {
      const reply = await client.call(call);
      if (reply.status !== 503 || tries === TRIES) return reply;
      told();
      await pause(Number(reply.headers['retry-after'] ?? 0) * 1000);
    }
  },
});
