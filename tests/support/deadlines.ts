import { onTestFinished, vi } from 'vitest';

/**
 * Holds every deadline of `AbortSignal.timeout` until the test lets it pass. The deadline then passes after a known
 * event. After a fixed time, a busy machine might not have done anything yet.
 */
export function holdDeadlines(): { pass(): void } {
  const held: AbortController[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const deadline = new AbortController();
    held.push(deadline);
    return deadline.signal;
  });
  onTestFinished(() => timeout.mockRestore());
  return {
    pass: () => {
      for (const deadline of held.splice(0))
        deadline.abort(new DOMException('The deadline has passed', 'TimeoutError'));
    },
  };
}
