import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A thread with this niceness gets a tenth of the processor time of the event loop when both want the same core. */
const NICENESS = 10;

/**
 * Lowers the priority of the calling thread, so that its long work delays no response of the process. Only Linux gives
 * each thread a priority of its own; elsewhere nothing changes.
 */
export function lowerOwnPriority(): void {
  try {
    const [, , threadId] = readlinkSync('/proc/thread-self').split('/');
    setPriority(Number(threadId), NICENESS);
  } catch {
    // No /proc, or the host forbids it: the thread then competes like every other.
  }
}
