import { runDue } from '#lib/admin/processes/due-processes.ts';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';

const EVERY_MS = 15_000;

export type Ticker = {
  /** Runs what is due now. A call during a running tick joins that tick. */
  tick(): Promise<void>;
  /** Starts no further tick, and resolves when the running tick has ended. */
  close(): Promise<void>;
};

/** Runs due processes and deletes expired documents every 15 s, unless PROCESS_TICKER is off. */
export function startTicker(runtime: Runtime, everyMs: number = EVERY_MS): Ticker {
  let current: Promise<void> | null = null;

  async function runOnce(): Promise<void> {
    try {
      await runDue(systemContext(runtime, newId('request')), { trigger: 'ticker' });
      await runtime.data.sweep();
    } catch (error) {
      runtime.log('error', 'ticker.failed', { error });
    }
  }
  function tick(): Promise<void> {
    current ??= runOnce().finally(() => {
      current = null;
    });
    return current;
  }

  if (runtime.env.PROCESS_TICKER === false) return { tick, close: async () => undefined };
  const timer = setInterval(() => void tick(), everyMs).unref();
  void tick();
  return {
    tick,
    close: async () => {
      clearInterval(timer);
      await current;
    },
  };
}
