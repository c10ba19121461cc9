import { vitalsDay, vitalsRange } from '#lib/admin/schemas/web-vitals.ts';
import { collection } from '#lib/data/collection.ts';

/** Histograms of a UTC day: `2026-11-26-_products_id_slug_` for a page, `2026-11-26-all` for all pages. */
export const WebVitalsDays = collection('web_vitals_days', {
  label: 'Web vitals of a day',
  schema: vitalsDay,
  indexes: [],
  ttl: 'expiresAt',
  // Every process of the platform adds to the same few documents.
  optimistic: true,
});

/** The busiest pages of a range. The id is the range. */
export const WebVitalsRanges = collection('web_vitals_ranges', {
  label: 'Web vitals of a range',
  schema: vitalsRange,
  indexes: [],
});
