/** Self-hosted, `services/run/web.ts` has built the runtime before Next starts; on Vercel nobody has. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.VERCEL === undefined) return;
  const { startOnVercel } = await import('#services/run/vercel.ts');
  await startOnVercel();
}
