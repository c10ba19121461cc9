import type { z } from 'zod';
import { AppError, invalid } from '#lib/core/errors.ts';

const DEEPEST = 32;
/** Ignores a byte order mark, as RFC 8259 8.1 allows: some providers send one. */
const utf8 = new TextDecoder('utf-8', { fatal: true });
const jsonTypes: readonly string[] = ['application/json'];
/** A content type without parameters other than the one charset of JSON. */
const plainType = /^([a-z]+\/[a-z+-]+)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

type ReadOptions = { readonly cleansText?: boolean | undefined; readonly types?: readonly string[] | undefined };

/**
 * Parses the JSON value of a body. Returns undefined for an empty one. Rejects other types, broken UTF-8, deep
 * nesting, NUL and numbers that overflow. `cleansText`: removes NUL and lone surrogates from texts instead of
 * rejecting them. `types`: the content types that hold JSON here.
 */
export function jsonOf(
  bytes: Uint8Array,
  contentType: string | null,
  { cleansText = false, types = jsonTypes }: ReadOptions = {},
): unknown {
  if (bytes.byteLength === 0) return undefined;
  assertJsonType(contentType, types);
  const text = textOf(bytes);
  assertShallow(text);
  const value = parseJson(text);
  if (cleansText) return cleaned(value);
  assertClean(value);
  return value;
}

/** Throws for a content type that is none of these, or not in UTF-8. */
export function assertJsonType(contentType: string | null, types: readonly string[] = jsonTypes): void {
  const type = plainType.exec(contentType?.trim() ?? '')?.[1];
  if (type === undefined || !types.includes(type.toLowerCase()))
    throw new AppError('UnsupportedMediaType', `Send the body as ${types.join(' or ')}`);
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('The body is not UTF-8');
  }
}

/** Counts brackets outside strings before parsing, so that no parser has to survive the nesting. */
function assertShallow(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (inString && sign === '\\') at++;
    else if (sign === '"') inString = !inString;
    else if (inString) continue;
    else if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
    if (depth > DEEPEST) throw invalid(`The body is nested deeper than ${DEEPEST} levels`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not valid JSON');
  }
}

/**
 * Rejects NUL and lone surrogates in keys and values, because stores and browsers treat them differently. Rejects
 * `1e999`, which parses as Infinity and is no JSON any more. A schema of free JSON would try all its choices at each
 * level around it.
 */
function assertClean(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalid('The body contains a number that is too large');
  if (typeof value === 'string' && !isClean(value)) throw invalid('The body contains invalid characters');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    assertClean(key);
    assertClean(item);
  }
}

/** Removes NUL from every text and replaces lone surrogates with U+FFFD. Keys stay: a schema knows its own. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned(item)]));
}

const isClean = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Returns the query of an address as a plain object. A repeated key is rejected, except for `repeatable` keys, which
 * become lists.
 */
export function queryOf(url: string, repeatable: readonly string[] = []): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URL(url).searchParams) {
    const isList = repeatable.includes(key);
    if (key in query && !isList) throw invalid('The query is not valid', { [fieldName(key)]: 'must not be repeated' });
    if (!isClean(key) || !isClean(value)) throw invalid('The query contains invalid characters');
    const former = query[key];
    if (Array.isArray(former)) former.push(value);
    else query[key] = isList ? [value] : value;
  }
  return { ...query };
}

const fieldName = (key: string): string => (/^[\w.-]{1,64}$/.test(key) ? key : 'query');

/** Parses one part of a request by its schema. `details` names every wrong field. */
export function parsePart<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const parsed = safely(() => schema.safeParse(value));
  if (parsed.success) return parsed.data;
  const details: Record<string, string> = {};
  for (const issue of parsed.error.issues) details[issue.path.map(String).join('.') || part] ??= issue.message;
  throw invalid(`The ${part} is not valid`, details);
}

/** A schema that overflows the stack on an input has rejected it. */
function safely<R>(work: () => R): R {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof RangeError) throw invalid('The request is not valid', {}, { cause });
    throw cause;
  }
}
