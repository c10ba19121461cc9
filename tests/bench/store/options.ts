import { parseArgs } from 'node:util';

export type Driver = 'sqlite' | 'firestore';

export type Options = {
  readonly products: readonly number[];
  readonly processes: readonly number[];
  readonly driver: Driver;
  /** Names of the parts to run; null runs all. */
  readonly only: string | null;
  readonly gate: boolean;
  readonly json: string | null;
  /** Oversell runs in all, shared between the process counts. */
  readonly runs: number;
  /** Seconds of measuring per case, after a warm-up of half of it. */
  readonly seconds: number;
};

const numbers = (text: string) => text.split(',').map(Number);

/** Reads the command line of `npm run bench:store`. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      products: { type: 'string', default: '1000,10000' },
      processes: { type: 'string', default: '1,4' },
      driver: { type: 'string', default: 'sqlite' },
      only: { type: 'string' },
      gate: { type: 'boolean', default: false },
      json: { type: 'string' },
      runs: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '8' },
    },
  });
  if (values.driver !== 'sqlite' && values.driver !== 'firestore') throw new Error('--driver is sqlite or firestore');
  return {
    products: numbers(values.products),
    processes: numbers(values.processes),
    driver: values.driver,
    only: values.only ?? null,
    gate: values.gate,
    json: values.json ?? null,
    runs: Number(values.runs),
    seconds: Number(values.seconds),
  };
}
