import type { Instrumentation } from 'next';
import { currentRuntime, hasRuntime } from '#lib/context/runtime.ts';

/**
 * Starts Plaza on Vercel. On other hosts, `services/run/web.ts` has built the runtime before Next starts. A process
 * with neither was started by `next start` or `next dev` alone and would respond to every request with 500.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || hasRuntime()) return;
  if (process.env.VERCEL === undefined) {
    const { refuseToStart } = await import('#services/run/refuse-to-start.ts');
    refuseToStart(
      '`next start` alone has no database, mail or live updates; run "npm start", or "npm run dev" for hot reload',
    );
  }
  const { startOnVercel } = await import('#services/run/vercel.ts');
  await startOnVercel();
}

/** Next calls this for a page whose rendering failed. Routes of the API note their failures themselves. */
export const onRequestError: Instrumentation.onRequestError = async (thrown, { path }, { routeType }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || !hasRuntime() || routeType === 'route') return;
  const { flushCollected, notePageFailure } = await import('#lib/api/collecting/note-failure.ts');
  notePageFailure(currentRuntime(), path, thrown);
  // On other hosts the process stores it every few seconds.
  if (process.env.VERCEL !== undefined) await flushCollected(currentRuntime());
};
