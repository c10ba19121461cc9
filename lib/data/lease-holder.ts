import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, platform } from 'node:os';
import { z } from 'zod';
import { hashOf } from '#lib/core/ids.ts';

/** Which process holds a lease: its machine, its id there, and when it started, because ids are used again. */
export const leaseHolder = z.object({ host: z.string(), pid: z.int(), startedAt: z.string() });
export type LeaseHolder = z.infer<typeof leaseHolder>;

const onLinux = platform() === 'linux';

/** Returns who this process is; null where the machine cannot be told from others, as in some sandboxes. */
export function thisProcess(): LeaseHolder | null {
  const host = hostOf();
  const startedAt = onLinux ? startOf(process.pid) : String(Math.round(performance.timeOrigin));
  return host === null || startedAt === null ? null : { host, pid: process.pid, startedAt };
}

/** Returns true when a holder was a process of this machine that no longer lives. Of other machines nothing is known. */
export function isGone(holder: LeaseHolder): boolean {
  const own = thisProcess();
  if (own === null || own.host !== holder.host) return false;
  if (own.pid === holder.pid) return own.startedAt !== holder.startedAt;
  // Where processes of others are hidden, nothing is known of this one either.
  if (onLinux) return startOf(1) !== null && startOf(holder.pid) !== holder.startedAt;
  return !answers(holder.pid);
}

/** Process ids mean something within one boot and one namespace: two containers may each have a process 1. */
function hostOf(): string | null {
  if (!onLinux) return hashOf('host', hostname()).slice(0, 16);
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return hashOf('host', hostname(), boot, readlinkSync('/proc/self/ns/pid')).slice(0, 16);
  } catch {
    return null;
  }
}

/** When a process started, in ticks since the boot (proc(5), fields 3 and 22); null where it is not there or has ended. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold anything.
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
