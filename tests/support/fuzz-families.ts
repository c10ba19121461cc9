import type { FoundRoute } from './route-table.ts';

/** Families of routes by the beginnings of their paths. */
const families: Readonly<Record<string, readonly string[]>> = {
  messages: ['/api/conversations', '/api/attachments'],
  notifications: ['/api/notifications', '/api/push'],
  bulk: ['/api/notifications/bulk'],
  people: ['/api/users', '/api/reports'],
  tunnel: ['/api/tunnel'],
};
/** The mean number of calls per run: one valid, one nearly valid, and in every second run one of random bytes. */
const CALLS_PER_RUN = 2.5;

type Family = {
  readonly routes: readonly FoundRoute[];
  readonly runs: number;
  /** Counts a response. Only a run of one family counts. */
  readonly note: (status: number, hasBody: boolean) => void;
  /** Returns the counts as one line for people. */
  readonly told: () => string;
};

/**
 * Returns all routes with the given number of runs each. FUZZ_FAMILY selects one family instead. FUZZ_BODIES then sets
 * the least number of bodies for it, counted and reported by status at the end.
 */
export function familyOf(all: readonly FoundRoute[], runs: number): Family {
  const { FUZZ_FAMILY, FUZZ_BODIES } = process.env;
  if (FUZZ_FAMILY === undefined) return { routes: all, runs, note: () => undefined, told: () => '' };
  const heads = families[FUZZ_FAMILY];
  if (!heads) throw new Error(`FUZZ_FAMILY is one of ${Object.keys(families).join(', ')}`);
  const routes = all.filter(({ path }) => heads.some((head) => path.startsWith(head)));
  const taking = routes.filter(({ spec }) => spec.body !== undefined);
  // In a family without request bodies, each input sent in place of a body counts.
  const perRun = taking.length > 0 ? taking.length * CALLS_PER_RUN : routes.length / 2;
  return {
    routes,
    runs: FUZZ_BODIES === undefined ? runs : Math.ceil(Number(FUZZ_BODIES) / perRun),
    ...openTally(FUZZ_FAMILY, routes.length),
  };
}

function openTally(family: string, routes: number): Pick<Family, 'note' | 'told'> {
  const statuses = new Map<number, number>();
  let bodies = 0;
  return {
    note: (status, hasBody) => {
      bodies += hasBody ? 1 : 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    told: () => {
      const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
      return `fuzz of ${family}: ${routes} routes, ${bodies} bodies, answers ${answers.join(', ')}\n`;
    },
  };
}
