import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '#tests/support/http-client.ts';

/** How often somebody asks again who is told that the store is busy: nothing has happened then. */
const TRIES = 5;

/** A client that does what a 503 asks of it; `told` hears of each. */
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
