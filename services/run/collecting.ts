import { COLLECT_MS } from '#lib/admin/limits.ts';
import { flushCollected } from '#lib/api/collecting/note-failure.ts';
import type { Runtime } from '#lib/context/runtime.ts';

/** Stores every ten seconds what the process has collected. `close` stores the rest. */
export function startCollecting(runtime: Runtime, everyMs: number = COLLECT_MS) {
  const timer = setInterval(() => void flushCollected(runtime), everyMs).unref();
  return {
    close: async (): Promise<void> => {
      clearInterval(timer);
      await flushCollected(runtime);
    },
  };
}
