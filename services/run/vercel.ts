import { installRuntime } from '#lib/context/runtime.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { buildRuntime } from '#services/runtime.ts';

/**
 * The serverless form of the process: no server, ticker or drainer of its own. `defineRoute` drains after an answer what
 * the request has promised, and the cron routes take what is left.
 */
export async function startOnVercel(): Promise<void> {
  installRuntime(await buildRuntime(readEnv()));
}
