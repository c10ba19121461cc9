import { installRuntime } from '#lib/context/runtime.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { buildRuntime } from '#services/runtime.ts';

/**
 * Starts Plaza in a serverless function, without a server, ticker or drainer. After each response `defineRoute`
 * performs the effects that the request promised, and the cron routes perform the rest.
 */
export async function startOnVercel(): Promise<void> {
  installRuntime(await buildRuntime(readEnv()));
}
