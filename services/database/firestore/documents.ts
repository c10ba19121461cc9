import type { DocumentData, DocumentSnapshot, FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { AnyCollection } from '#lib/data/collection.ts';
import { isExpired, VERSION_FIELD } from '#lib/data/document.ts';
import { TTL_FIELD } from '#lib/data/firestore-indexes.ts';
import { type Increment, kindOf, type Removal, type Transform, type Union } from '#lib/data/patch.ts';
import type { Scalar } from '#lib/data/query.ts';
import type { Held } from '#lib/data/reader.ts';
import type { Sdk } from './client.ts';

export type Json = Record<string, unknown>;
/**
 * No stored value equals this text. So removing it from an array changes nothing, except that a missing array becomes
 * empty.
 */
const NOTHING = '\u0000';

/** The last second of the year 9999, the upper limit of Timestamps. */
const LAST_SECOND = 253_402_300_799;

export const versionOf = (time: Timestamp): string => `${time.seconds}.${String(time.nanoseconds).padStart(9, '0')}`;

/** Returns the timestamp of a version, or null when Firestore did not create the version. */
export function momentOf(sdk: Sdk, version: string): Timestamp | null {
  const [, seconds, nanos] = /^(\d{1,12})\.(\d{9})$/.exec(version) ?? [];
  const isMoment = seconds !== undefined && nanos !== undefined && Number(seconds) <= LAST_SECOND;
  return isMoment ? new sdk.Timestamp(Number(seconds), Number(nanos)) : null;
}

/** Returns a stored document without the field that the driver adds for the database. */
export function heldOf(snapshot: DocumentSnapshot): Held | undefined {
  const stored = snapshot.data();
  if (stored === undefined || snapshot.updateTime === undefined) return undefined;
  const { [TTL_FIELD]: _, ...data } = stored;
  return { id: snapshot.id, version: versionOf(snapshot.updateTime), data };
}

/** Returns the document unless it has expired. */
export function aliveOf(collection: AnyCollection, snapshot: DocumentSnapshot, now: Date): Held | undefined {
  const held = heldOf(snapshot);
  return held && !isExpired(collection, held.data, now) ? held : undefined;
}

export const isOutdated = ({ version = 1, migrate }: AnyCollection, data: Json): boolean =>
  migrate !== undefined && Number(data[VERSION_FIELD] ?? 1) < version;

/** Firestore's TTL policy needs a Timestamp beside the ISO text. */
function expiryOf(sdk: Sdk, value: unknown): Timestamp | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : sdk.Timestamp.fromMillis(at);
}

export const toFields = (sdk: Sdk, { ttl }: AnyCollection, data: Json): DocumentData =>
  ttl === undefined ? data : { ...data, [TTL_FIELD]: expiryOf(sdk, data[ttl]) };

/** Returns a checked patch as pairs of field path and value. */
export function toPairs(sdk: Sdk, { ttl }: AnyCollection, patch: Json): readonly (readonly [string, unknown])[] {
  const pairs = Object.entries(patch).map(([field, value]) => [field, toValue(sdk, value)] as const);
  return ttl !== undefined && ttl in patch ? [...pairs, [TTL_FIELD, expiryOf(sdk, patch[ttl])] as const] : pairs;
}

function toValue({ FieldValue }: Sdk, value: unknown): unknown {
  switch (kindOf(value)) {
    case 'inc':
      return FieldValue.increment((value as Increment).by);
    case 'union':
      return transform(FieldValue, 'arrayUnion', value as Union<Scalar>);
    case 'remove':
      return transform(FieldValue, 'arrayRemove', value as Removal<Scalar>);
    case null:
      return value;
  }
}

function transform(values: typeof FieldValue, name: 'arrayUnion' | 'arrayRemove', change: Transform): FieldValue {
  const operands = 'values' in change ? change.values : [];
  return operands.length === 0 ? values.arrayRemove(NOTHING) : values[name](...operands);
}
