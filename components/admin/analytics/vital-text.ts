import type { VitalName } from '#lib/admin/vitals/values.ts';

const SECOND_MS = 1_000;

/** Returns the function that writes a measure in a language: "180 ms", "2.5 sec", or "0.08" for CLS. */
export function vitalTextOf(name: VitalName, locale: string): (value: number) => string {
  const unit = (of: string, digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: of, maximumFractionDigits: digits });
  const [seconds, milliseconds] = [unit('second', 2), unit('millisecond', 0)];
  const score = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  return (value) => {
    if (name === 'CLS') return score.format(value);
    return value < SECOND_MS ? milliseconds.format(value) : seconds.format(value / SECOND_MS);
  };
}
