import { pagePatternOf } from '#lib/api/collecting/route-patterns.ts';
import type { Context } from '#lib/context/context.ts';
import type { VitalSample } from '#lib/context/ports/collecting.ts';

/** Notes what a browser measured. A path becomes its pattern, so that no id is stored. */
export const collectVitals = ({ vitals }: Pick<Context, 'vitals'>, samples: readonly VitalSample[]): void =>
  vitals.note(samples.map(({ name, value, path }) => ({ name, value, path: pagePatternOf(path) })));
