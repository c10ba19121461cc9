import { z } from 'zod';
import type { DatabaseEnv } from './database.ts';
import { wholeNumber } from './parsers.ts';

const transportList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(['websocket', 'sse', 'poll'])).min(1));

export const tunnelVariables = z.object({
  TUNNEL_BUS: z.enum(['memory', 'firestore']).optional(),
  TUNNEL_BUS_SHARDS: wholeNumber(1, 16).default(1),
  TUNNEL_TRANSPORTS: transportList.default(['websocket', 'sse', 'poll']),
  TUNNEL_MAX_CONNECTIONS_PER_USER: wholeNumber(1, 1000).default(10),
});

type TunnelEnv = z.output<typeof tunnelVariables> & Pick<DatabaseEnv, 'FIRESTORE_PROJECT_ID'>;

/** Returns why the bus has no store, or null. */
export const tunnelProblem = (env: TunnelEnv): string | null =>
  env.TUNNEL_BUS === 'firestore' && env.FIRESTORE_PROJECT_ID === undefined
    ? 'FIRESTORE_PROJECT_ID is missing: TUNNEL_BUS=firestore needs it'
    : null;
