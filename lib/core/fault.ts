import { setTimeout as wait } from 'node:timers/promises';
import { unavailable } from './errors.ts';

export const faultModes = ['kill', 'throw', 'stall', 'busy'] as const;
export type FaultMode = (typeof faultModes)[number];

const STALL_MS = 3_600_000;

type Plan = { readonly point: string; readonly nth: number; readonly mode: FaultMode; hits: number };

// Every copy of this module in a process must see the same plan.
const place = Symbol.for('plaza.fault');
const home = globalThis as { [place]?: Plan | undefined };

/**
 * Sets the fault of this process from `FAULT_AT=<point>[:<nth>]` and `FAULT_MODE`. Without them `fault` does nothing.
 */
export function armFault(env: { readonly FAULT_AT?: string | undefined; readonly FAULT_MODE: FaultMode }): void {
  const [point, nth = '1'] = env.FAULT_AT?.split(':') ?? [];
  home[place] = point ? { point, nth: Number(nth), mode: env.FAULT_MODE, hits: 0 } : undefined;
}

/** Marks a point where the fault tests break the process. Does nothing unless the process was started for that. */
export async function fault(point: string): Promise<void> {
  const plan = home[place];
  if (plan?.point !== point) return;
  plan.hits += 1;
  if (plan.hits === plan.nth) await breakDown(plan);
}

async function breakDown({ mode, point }: Plan): Promise<void> {
  switch (mode) {
    case 'kill':
      process.kill(process.pid, 'SIGKILL');
      return;
    case 'throw':
      throw new Error(`fault at ${point}`);
    case 'busy':
      throw unavailable(`fault at ${point}`, { code: 'UNAVAILABLE', retryAfter: 5 });
    case 'stall':
      await wait(STALL_MS, undefined, { ref: false });
  }
}
