import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, platform } from 'node:os';
import { z } from 'zod';
import { hashOf } from '#lib/core/ids.ts';

/**
 * The process that holds a lease: its machine, its process id there, and its start time, because process ids are
 * reused.
 */
export const leaseHolder = z.object({ host: z.string(), pid: z.int(), startedAt: z.string() });
export type LeaseHolder = z.infer<typeof leaseHolder>;

const onLinux = platform() === 'linux';

/** Returns the identity of this process; null when the machine cannot be identified, as in some sandboxes. */
export function thisProcess(): LeaseHolder | null {
  const host = hostOf();
  const startedAt = onLinux ? startOf(process.pid) : String(Math.round(performance.timeOrigin));
  return host === null || startedAt === null ? null : { host, pid: process.pid, startedAt };
}

/**
 * Returns true when the holder was a process of this machine that no longer runs. For a process of another machine this
 * function cannot know and returns false.
 */
export function isGone(holder: LeaseHolder): boolean {
  const own = thisProcess();
  if (own === null || own.host !== holder.host) return false;
  if (own.pid === holder.pid) return own.startedAt !== holder.startedAt;
  // Some systems hide the processes of other users. There the missing process 1 shows that nothing is known of the
  // holder.
  if (onLinux) return startOf(1) !== null && startOf(holder.pid) !== holder.startedAt;
  return !answers(holder.pid);
}

/**
 * Returns a hash of the machine, its boot and the process namespace. Process ids are unique only within one boot and
 * one namespace: two containers may each have a process 1.
 */
function hostOf(): string | null {
  if (!onLinux) return hashOf('host', hostname()).slice(0, 16);
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return hashOf('host', hostname(), boot, readlinkSync('/proc/self/ns/pid')).slice(0, 16);
  } catch {
    return null;
  }
}

/**
 * Returns the start time of a process in ticks since the boot (proc(5), fields 3 and 22). Returns null when the process
 * does not exist or has ended.
 */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name, in brackets, may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const hasEnded = fields[0] === 'Z' || fields[0] === 'X';
    return hasEnded ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
