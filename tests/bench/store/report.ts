import { writeFileSync } from 'node:fs';
import { BUSY_ABOVE_PERCENT, type Sample } from './measure.ts';

export type Verdict = 'PASS' | 'FAIL' | 'BUSY' | 'SKIP' | 'INFO';
export type Gate = {
  readonly cpu?: number;
  readonly p99?: number;
  readonly perSecond?: number;
  readonly bytes?: number;
};

type Entry = { readonly name: string; readonly verdict: Verdict; readonly text: string; readonly figures: unknown };

type Measured = Omit<Sample, 'tries'>;

/** Returns whether the cost of a try fits its gate. A busy machine is no excuse for the cost. */
const fits = ({ cpuPerOp, bytes }: Measured, gate: Gate): boolean =>
  (gate.cpu === undefined || cpuPerOp <= gate.cpu) && (gate.bytes === undefined || bytes <= gate.bytes);

const isFast = ({ p99, perSecond }: Measured, gate: Gate): boolean =>
  (gate.p99 === undefined || p99 <= gate.p99) && (gate.perSecond === undefined || perSecond >= gate.perSecond);

/** Returns whether a try meets its gate, so that no other try is needed. */
export const holdsGate = (gate: Gate) => (sample: Measured) => fits(sample, gate) && isFast(sample, gate);

/**
 * Collects the lines of a run: each carries the figure and the verdict, and a case that cannot run gives the reason.
 */
export class Report {
  readonly #entries: Entry[] = [];

  line(name: string, text: string, verdict: Verdict, figures: unknown = {}): void {
    this.#entries.push({ name, verdict, text, figures });
    console.log(`${name.padEnd(28)} ${text.padEnd(104)} ${verdict === 'INFO' ? '' : verdict}`.trimEnd());
  }

  /**
   * Adds a load's figures with their verdict. On a busy machine a miss of time alone is marked BUSY instead of FAIL.
   */
  sample(name: string, sample: Sample, gate: Gate): void {
    const { perSecond, p50, p90, p99, cpuPerOp, otherCpu, refused, errors, bytes, tries } = sample;
    const text =
      `rps=${perSecond.toFixed(0)} p50=${p50.toFixed(1)} p90=${p90.toFixed(1)} p99=${p99.toFixed(1)} ms | ` +
      `cpu/op=${cpuPerOp.toFixed(2)} ms | other-cpu=${otherCpu}% non2xx=${refused} err=${errors} B=${bytes}` +
      (tries > 1 ? ` tries=${tries}` : '');
    const broken = refused > 0 || errors > 0 || !fits(sample, gate);
    const verdict = broken ? 'FAIL' : isFast(sample, gate) ? 'PASS' : otherCpu > BUSY_ABOVE_PERCENT ? 'BUSY' : 'FAIL';
    this.line(name, text, verdict, sample);
  }

  /** Prints the total and returns whether every gate held. */
  close(json: string | null, head: string): boolean {
    const judged = this.#entries.filter((entry) => entry.verdict !== 'INFO' && entry.verdict !== 'SKIP');
    const failed = judged.filter((entry) => entry.verdict === 'FAIL');
    const busy = judged.filter((entry) => entry.verdict === 'BUSY').length;
    const verdict = failed.length === 0 ? 'PASS' : 'FAIL';
    console.log(`${'result'.padEnd(28)} ${verdict} ${judged.length - failed.length}/${judged.length} (${busy} busy)`);
    if (json) writeFileSync(json, `${JSON.stringify({ head, entries: this.#entries }, null, 2)}\n`);
    return failed.length === 0;
  }
}
