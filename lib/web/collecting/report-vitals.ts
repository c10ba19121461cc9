import { sendBeacon } from './beacon.ts';
import { measurePage } from './measure-page.ts';

let isMeasured = false;

/** Measures this page view and reports it when the page is hidden, however often this is called. */
export function reportVitals(): void {
  if (isMeasured) return;
  isMeasured = true;
  measurePage((samples) => sendBeacon('/api/analytics/web-vitals', { samples }));
}
