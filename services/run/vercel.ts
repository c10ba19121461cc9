import { readEnv } from '#lib/core/env.ts';
import { installRuntime } from '#lib/core/runtime.ts';
import { buildRuntime } from '#services/runtime.ts';
import { drainOnce } from './drainer.ts';
import { effects } from './effects.ts';

/**
 * The serverless form of the process: no server, ticker or drainer of its own. What a request promises is drained after
 * its answer, and the cron routes take what is left.
 */
export async function startOnVercel(): Promise<void> {
  const runtime = await buildRuntime(readEnv());
  installRuntime({ ...runtime, drainAfterAnswer: () => drainOnce(runtime, effects) });
}
