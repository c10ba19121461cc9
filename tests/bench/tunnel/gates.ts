import type { Kind } from './kinds.ts';
import type { Load } from './plan.ts';

/** A target: the most that a figure may be, or with `atLeast` the least. */
export type Gate = {
  readonly name: string;
  readonly value: number;
  readonly target: number;
  readonly atLeast?: true;
  /** True for a figure of time, which other programs can make worse without being noticed. */
  readonly isTime?: true;
};
type Loads = Partial<Record<Kind, Load>>;

const LARGE = 10_000;
/** Below this many subscribers, a figure per connection is mostly the fixed cost of the process. */
const ENOUGH = 1000;

/**
 * Our own figures in microseconds or milliseconds mean nothing on an unknown machine. The targets were set where bare
 * `ws` took 62 µs for a connection and 700 ms for ten thousand reconnects. A figure passes if it meets the target
 * itself, or the target scaled by the `ws` row of the same run.
 */
const WS_THERE = { connectUs: 62, resumeMs: 700 } as const;
const asThere = (figure: keyof typeof WS_THERE, target: number, ws: Load | undefined): number =>
  Math.max(target, ((ws?.[figure] ?? 0) * target) / WS_THERE[figure]);

export const holds = ({ value, target, atLeast }: Gate): boolean => (atLeast ? value >= target : value <= target);

/** Returns the targets of our own rows against the references of the same run. */
export function gatesOf(n: number, loads: Loads): Gate[] {
  const { ws, sse, 'socket.io': io, 'plaza ws': ours, 'plaza sse': stream } = loads;
  const gates: Gate[] = [];
  for (const [kind, load] of Object.entries(loads)) gates.push({ name: `${kind} lost`, value: load.lost, target: 0 });
  if (n < ENOUGH) return gates;
  if (ws && ours) {
    gates.push({ name: 'ws cpu/event', value: ours.pacedUs, target: 1.15 * ws.pacedUs });
    gates.push({ name: 'ws p99', value: ours.p99, target: 1.15 * ws.p99, isTime: true });
  }
  if (sse && stream) gates.push({ name: 'sse cpu/event', value: stream.pacedUs, target: 1.1 * sse.pacedUs });
  if (!ours) return gates;
  gates.push({ name: 'ws connect cpu', value: ours.connectUs, target: asThere('connectUs', 200, ws) });
  gates.push({ name: 'ws busy events/s/core', value: ours.busyPerSecond, target: 150_000, atLeast: true });
  // Half of it was held without a library. `ws` itself takes a third (decision 46).
  if (io) gates.push({ name: 'ws connect against socket.io', value: ours.connectUs, target: 0.6 * io.connectUs });
  if (n < LARGE) return gates;
  gates.push({ name: 'ws KB/conn', value: ours.kbPerConnection, target: 14 });
  if (io)
    gates.push({ name: 'ws memory against socket.io', value: ours.kbPerConnection, target: io.kbPerConnection / 2 });
  gates.push({ name: 'ws resume ms', value: ours.resumeMs, target: asThere('resumeMs', 2500, ws), isTime: true });
  return gates;
}
