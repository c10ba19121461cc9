import { hasRuntime } from '#lib/context/runtime.ts';

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
