import fc from 'fast-check';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';

type Json = Readonly<Record<string, unknown>>;

/** Known texts and ids for generated values, so that calls get past the first check. */
export type Filling = { readonly ids: readonly string[]; readonly texts: readonly string[] };

/** Returns values that a JSON schema accepts, with known ids and texts among them. */
export function valuesOf(
  schema: Json,
  filling: Filling,
  defs: Json = (schema.$defs ?? {}) as Json,
): fc.Arbitrary<unknown> {
  const inner = (part: unknown) => valuesOf((part ?? {}) as Json, filling, defs);
  if (typeof schema.$ref === 'string') return inner(defs[schema.$ref.replace('#/$defs/', '')]);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map(inner));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, inner);
    case 'array':
      return fc.array(inner(schema.items), { maxLength: Math.min(5, Number(schema.maxItems ?? 5)) });
    case 'string':
      return textOf(schema, filling);
    case 'integer':
      return fc.integer({ min: boundOf(schema.minimum, -5), max: boundOf(schema.maximum, 200) });
    case 'number':
      return fc.double({ noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.jsonValue();
  }
}

function objectOf(schema: Json, inner: (part: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const parts = Object.entries((schema.properties ?? {}) as Json).map(([key, part]) => [key, inner(part)] as const);
  return fc.record(Object.fromEntries(parts), { requiredKeys: (schema.required ?? []) as string[] });
}

function textOf({ pattern, minLength, maxLength }: Json, { ids, texts }: Filling): fc.Arbitrary<string> {
  if (pattern === ID_PATTERN.source) return fc.oneof(fc.constantFrom(...ids), matching(pattern));
  if (typeof pattern === 'string') return matching(pattern);
  const free = fc.string({
    unit: 'grapheme',
    minLength: Number(minLength ?? 0),
    maxLength: Math.min(300, Number(maxLength ?? 300)),
  });
  const fitting = texts.filter((text) => text.length <= Number(maxLength ?? text.length));
  return fitting.length > 0 ? fc.oneof(free, fc.constantFrom(...fitting)) : free;
}

/** Returns strings of a pattern. A leading lookahead is left out of the generation and applied as a filter. */
function matching(pattern: string): fc.Arbitrary<string> {
  const whole = new RegExp(pattern);
  return fc.stringMatching(new RegExp(pattern.replace(/^\^\(\?![^)]*\)/, '^'))).filter((text) => whole.test(text));
}

const boundOf = (bound: unknown, otherwise: number): number =>
  typeof bound === 'number' && Math.abs(bound) < 1e9 ? bound : otherwise;

const odd: readonly unknown[] = [
  null,
  '',
  ' 5',
  '1e3',
  '٣',
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[[]]]],
  { $ref: 'x' },
  '../../etc/passwd',
  "' OR 1=1 --",
  '<img src=x onerror=alert(1)>',
  '\u202e\u0000',
  '\ud800',
  '__proto__',
  'a'.repeat(5_000),
];

/** Returns the same values with one fault each: a missing key, an extra key, a wrong type, an odd text. */
export const spoiled = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.constantFrom(...odd), fc.nat({ max: 50 }), fc.constantFrom('replace', 'remove', 'add'))
    .map(spoil);

function spoil([value, wrong, at, how]: [unknown, unknown, number, string]): unknown {
  if (typeof value !== 'object' || value === null) return wrong;
  const copy: unknown = structuredClone(value);
  const holders = holdersIn(copy);
  const holder = holders[at % holders.length];
  const keys = Object.keys(holder ?? {});
  const key = keys[at % Math.max(1, keys.length)];
  if (!holder || key === undefined || how === 'add') return { ...(copy as object), unexpected: wrong };
  if (how === 'remove') delete holder[key];
  else holder[key] = wrong;
  return copy;
}

function holdersIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(holdersIn)];
}
