import { z } from 'zod';
import { whole } from './parsers.ts';
import type { ServerEnv } from './server.ts';
import type { DatabaseEnv } from './store.ts';

const transportList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(['websocket', 'sse', 'poll'])).min(1));

export const tunnelVariables = z.object({
  TUNNEL_BUS: z.enum(['memory', 'firestore']).optional(),
  TUNNEL_BUS_SHARDS: whole(1, 16).default(1),
  TUNNEL_TRANSPORTS: transportList.default(['websocket', 'sse', 'poll']),
  TUNNEL_MAX_CONNECTIONS_PER_USER: whole(1, 1000).default(10),
});

type TunnelEnv = z.output<typeof tunnelVariables> &
  Pick<DatabaseEnv, 'FIRESTORE_PROJECT_ID'> &
  Pick<ServerEnv, 'VERCEL'>;

/** Returns why the bus cannot connect the processes of this host, or null. */
export function tunnelProblem(env: TunnelEnv): string | null {
  if (env.TUNNEL_BUS === 'firestore' && env.FIRESTORE_PROJECT_ID === undefined)
    return 'FIRESTORE_PROJECT_ID is missing: TUNNEL_BUS is firestore, which lies in that store';
  if (env.VERCEL !== undefined && env.TUNNEL_BUS === 'memory')
    return 'TUNNEL_BUS is memory: this host runs many processes, and the others would hear nothing';
  return null;
}
