import { openFlushing } from '#lib/admin/collecting/flushing.ts';
import { VITALS_KEPT_DAYS } from '#lib/admin/limits.ts';
import type { VitalsDay } from '#lib/admin/schemas/web-vitals.ts';
import type { Context } from '#lib/context/context.ts';
import type { VitalSample, VitalsBuffer } from '#lib/context/ports/collecting.ts';
import { after, DAY_MS, dayOf } from '#lib/core/time.ts';
import { WebVitalsDays } from './collections.ts';
import { addHistograms, bucketOf, emptyHistogram } from './histogram.ts';
import { ALL_PATHS, ratingOf, type VitalName, vitalNames } from './values.ts';

type Metrics = VitalsDay['metrics'];
type Part = { readonly date: string; readonly path: string; samples: number; metrics: Metrics };

/** Returns the part of a document id that names a path. */
export const keyOfPath = (path: string): string => path.replaceAll(/[^A-Za-z0-9-]+/g, '_');
/** Returns the id of the histograms of a day: those of one path, or with `all` those of every path. */
export const vitalsDayId = (date: string, path: string): string => `${date}-${keyOfPath(path)}`;

export const noMetrics = (): Metrics => byVital(emptyHistogram);

const byVital = <V>(value: (name: VitalName) => V): Record<VitalName, V> =>
  Object.fromEntries(vitalNames.map((name) => [name, value(name)])) as Record<VitalName, V>; // each name of the closed set

export const addMetrics = (parts: readonly Metrics[]): Metrics =>
  byVital((name) => addHistograms(parts.map((part) => part[name])));

/**
 * Collects samples as histograms and adds them to the documents of their day: at once when 500 have come together,
 * otherwise when `flush` is called. The number of paths is closed, so memory and documents are bounded.
 */
export function openVitalsBuffer({ data, now, log }: Pick<Context, 'data' | 'now' | 'log'>): VitalsBuffer {
  let parts = new Map<string, Part>();
  const { collected, flush } = openFlushing(take, storeAll);

  function note(samples: readonly VitalSample[]): void {
    const date = dayOf(now());
    let known = 0;
    for (const { name, value, path } of samples) {
      const vital = vitalNames.find((each) => each === name);
      const bucket = vital && bucketOf(vital, value);
      if (vital === undefined || bucket === null || bucket === undefined) continue;
      for (const place of [ALL_PATHS, path]) count(date, place, vital, { bucket, value });
      known += 1;
    }
    collected(known);
  }

  function count(date: string, path: string, name: VitalName, { bucket, value }: { bucket: number; value: number }) {
    const part = partOf(date, path);
    const histogram = part.metrics[name];
    const rating = ratingOf(name, value);
    const buckets = histogram.buckets.with(bucket, (histogram.buckets[bucket] ?? 0) + 1);
    part.samples += 1;
    part.metrics = { ...part.metrics, [name]: { ...histogram, buckets, [rating]: histogram[rating] + 1 } };
  }

  function partOf(date: string, path: string): Part {
    const id = vitalsDayId(date, path);
    const known = parts.get(id);
    if (known) return known;
    const fresh = { date, path, samples: 0, metrics: noMetrics() };
    parts.set(id, fresh);
    return fresh;
  }

  function take(): readonly Part[] {
    const held = [...parts.values()];
    parts = new Map();
    return held;
  }

  async function storeAll(held: readonly Part[]): Promise<void> {
    for (const part of held) await store(part);
  }

  async function store(part: Part): Promise<void> {
    try {
      await addToDay({ data }, part);
    } catch (error) {
      log('warn', 'vitals.unstored', { date: part.date, path: part.path, samples: part.samples, error });
      const later = partOf(part.date, part.path);
      later.samples += part.samples;
      later.metrics = addMetrics([later.metrics, part.metrics]);
    }
  }

  return { note, flush };
}

/** Adds samples to the document of their day and path. A histogram is an array, which no `inc` reaches. */
async function addToDay({ data }: Pick<Context, 'data'>, { date, path, samples, metrics }: Part): Promise<void> {
  const id = vitalsDayId(date, path);
  const expiresAt = after(new Date(date), VITALS_KEPT_DAYS * DAY_MS);
  await data.tx(async (t) => {
    const stored = (await t.get(WebVitalsDays, id))?.data;
    t.set(WebVitalsDays, id, {
      ...{ date, path, expiresAt },
      samples: samples + (stored?.samples ?? 0),
      metrics: stored ? addMetrics([stored.metrics, metrics]) : metrics,
    });
  });
}
