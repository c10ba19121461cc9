import { z } from 'zod';

const DEEPEST = 10;

/** Returns why the store cannot hold a value, or null. Firestore allows no arrays in arrays and reserves some keys. */
function flawOf(value: unknown, depth: number, inArray: boolean): string | null {
  if (Object.is(value, -0)) return 'contains a negative zero';
  if (typeof value !== 'object' || value === null) return null;
  if (depth > DEEPEST) return `is nested deeper than ${DEEPEST} levels`;
  if (Array.isArray(value)) {
    if (inArray) return 'contains an array inside an array';
    return value.map((item) => flawOf(item, depth + 1, true)).find((flaw) => flaw !== null) ?? null;
  }
  const keys = Object.keys(value);
  if (keys.some((key) => key === '' || /^__.*__$/.test(key))) return 'contains a reserved key';
  return Object.values(value).reduce<string | null>((flaw, item) => flaw ?? flawOf(item, depth + 1, false), null);
}

/** Returns why a free-form object of a client cannot be stored, or null. */
export const flawOfObject = (value: object, mostBytes: number): string | null =>
  new TextEncoder().encode(JSON.stringify(value)).length > mostBytes
    ? `is larger than ${mostBytes} bytes`
    : flawOf(value, 0, false);

/**
 * A JSON value of a request body. Array items are not typed, because a type that refers to itself through an array does
 * not compile in generated clients. `flawOf` checks the items.
 */
export const jsonValue = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.unknown()),
    z.record(
      z.string(),
      z.lazy((): z.ZodType => jsonValue),
    ),
  ])
  .meta({ id: 'JsonValue' });

/** A free-form JSON object that a client sends and the store keeps. Limits its size in bytes and its depth. */
export const jsonObject = (mostBytes: number) =>
  z.record(z.string(), jsonValue).superRefine((value, ctx) => {
    const flaw = flawOfObject(value, mostBytes);
    if (flaw !== null) ctx.addIssue({ code: 'custom', message: flaw });
  });

/** The stored form of such an object, which was validated when it arrived. */
export const storedObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof storedObject>;
