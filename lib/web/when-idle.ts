/** Runs `work` when the page is idle. Returns a function that cancels it. */
export function whenIdle(work: () => Promise<void>): () => void {
  // If the chunk cannot be loaded, the page continues without what it would have started.
  const run = () => void work().catch(() => undefined);
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout: 2000 });
  return () => cancelIdleCallback(idle);
}
