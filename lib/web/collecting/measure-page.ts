import { type Interaction, openInteractions, openShifts, type Shift } from './vital-scores.ts';

/** One measure of a page view, as the API takes it. */
export type Sample = {
  readonly name: string;
  readonly value: number;
  readonly path: string;
  readonly navigationType: string;
};

/** The API takes no longer path. */
const MOST_PATH = 300;
/** Faster events are not reported; 16 ms is the least that a browser offers. */
const SLOW_EVENT_MS = 40;

/**
 * Measures the view of the page that was loaded, by the definitions of web.dev, and sends all samples at once when the
 * page is first hidden: nothing is sure to run after that. What a browser does not measure is left out. The library of
 * the same name is 4 KB and would leave pages no room in their budget.
 */
export function measurePage(send: (samples: readonly Sample[]) => void): void {
  const [landing] = performance.getEntriesByType('navigation');
  if (!landing) return;
  // A page that was rendered in advance begins when it is shown.
  const { responseStart, activationStart = 0, type } = landing as Landing; // the entries of this type
  const hidden = performance.getEntriesByType('visibility-state').find(({ name }) => name === 'hidden');
  const firstHiddenAt = hidden?.startTime ?? Number.POSITIVE_INFINITY;
  const sinceStart = (at: number): number => Math.max(0, at - activationStart);
  const values: Record<string, number | undefined> = {};
  const shifts = openShifts();
  const interactions = openInteractions();
  // A page in the background paints late, and that is no fault of it.
  const notePaint = (name: string) => (entry: PerformanceEntry) => {
    if (entry.startTime < firstHiddenAt) values[name] = sinceStart(entry.startTime);
  };
  const pending = [
    watch('paint', (entry) => entry.name === 'first-contentful-paint' && notePaint('FCP')(entry)),
    watch('largest-contentful-paint', notePaint('LCP')),
    watch('layout-shift', (entry) => shifts.add(entry as PerformanceEntry & Shift)),
    watch('first-input', (entry) => interactions.add(entry as PerformanceEntry & Interaction)),
    watch('event', (entry) => interactions.add(entry as PerformanceEntry & Interaction), SLOW_EVENT_MS),
  ];

  let isSent = false;
  function finish(): void {
    if (isSent) return;
    isSent = true;
    for (const take of pending) take();
    values.TTFB = responseStart > 0 ? sinceStart(responseStart) : undefined;
    values.CLS = values.FCP === undefined || !isMeasured('layout-shift') ? undefined : shifts.score();
    values.INP = interactions.latency(
      (performance as Performance & { interactionCount?: number }).interactionCount ?? 0,
    );
    const path = new URL(landing?.name ?? '').pathname.slice(0, MOST_PATH);
    const samples = Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value, path, navigationType: type }],
    );
    if (samples.length > 0) send(samples);
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') finish();
  });
  addEventListener('pagehide', finish);
}

type Landing = PerformanceNavigationTiming & { readonly activationStart?: number };

const isMeasured = (type: string): boolean => PerformanceObserver.supportedEntryTypes.includes(type);

/** Notes the entries of a type, from before as well. Returns a function that notes those that still wait. */
function watch(type: string, note: (entry: PerformanceEntry) => void, durationThreshold?: number): () => void {
  if (!isMeasured(type)) return () => undefined;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  observer.observe({
    type,
    buffered: true,
    ...(durationThreshold && { durationThreshold }),
  } as PerformanceObserverInit);
  return () => observer.takeRecords().forEach(note);
}
