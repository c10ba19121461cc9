import type { FoundRoute } from './route-table.ts';

/** Families of routes by the beginnings of their paths. */
const families: Readonly<Record<string, readonly string[]>> = {
  messages: ['/api/conversations', '/api/attachments'],
  notifications: ['/api/notifications', '/api/push'],
  bulk: ['/api/notifications/bulk'],
  people: ['/api/users', '/api/reports'],
  tunnel: ['/api/tunnel'],
};
/** Each run sends what fits, what nearly fits, and every second time bytes that are no input at all. */
const CALLS_PER_RUN = 2.5;

type Family = {
  readonly routes: readonly FoundRoute[];
  readonly runs: number;
  /** Counts an answer; for one family alone. */
  readonly note: (status: number, hasBody: boolean) => void;
  /** What was counted, as a line for people. */
  readonly told: () => string;
};

/**
 * All routes with so many runs each; or with FUZZ_FAMILY one family of them, and with FUZZ_BODIES at least so many bodies
 * for it, counted and told by status at the end.
 */
export function familyOf(all: readonly FoundRoute[], runs: number): Family {
  const { FUZZ_FAMILY, FUZZ_BODIES } = process.env;
  if (FUZZ_FAMILY === undefined) return { routes: all, runs, note: () => undefined, told: () => '' };
  const heads = families[FUZZ_FAMILY];
  if (!heads) throw new Error(`FUZZ_FAMILY is one of ${Object.keys(families).join(', ')}`);
  const routes = all.filter(({ path }) => heads.some((head) => path.startsWith(head)));
  const taking = routes.filter(({ spec }) => spec.body !== undefined);
  // Where no route takes input in its body, what is sent in its place counts.
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
