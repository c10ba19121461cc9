/** Keys whose value never appears in a log line, whatever it is. */
const secretKey =
  /^(pass|passwd|codeMac|apiKey|rawTx|private_key|address|subject|text|html|body|headers|payload)$|(password|secret|token|privatekey|authorization|cookie)$/i;

/** The patterns of secrets inside a longer text. */
const secretText: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, '[pem]'],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, '[jwt]'],
  [/\bpvt_[a-z0-9]{20}_[\w-]+/gi, '[token]'],
  [/\bBearer\s+\S+/gi, 'Bearer [redacted]'],
  [/\b(?:0x)?[0-9a-f]{64}\b/gi, '[hex]'],
  [/(?<![^\s<>@"'])[^\s<>@"']+@[^\s<>@"']+\.[^\s<>@"']+/g, '[address]'],
];

const DEEPEST = 6;
const LONGEST = 4_000;

const redactText = (text: string): string =>
  secretText.reduce((clean, [pattern, shown]) => clean.replace(pattern, shown), text.slice(0, LONGEST));

function redactValue(value: unknown, depth: number, seen: Set<object>): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST || seen.has(value)) return '[cut]';
  seen.add(value);
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactValue(item, depth + 1, seen));
  if (value instanceof Error) return redactError(value, depth, seen);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secretKey.test(key) ? '[redacted]' : redactValue(item, depth + 1, seen),
    ]),
  );
}

const redactError = (error: Error, depth: number, seen: Set<object>) => ({
  type: error.name,
  message: redactText(error.message),
  ...('code' in error && { code: redactValue(error.code, depth + 1, seen) }),
  ...(error.stack !== undefined && { stack: redactText(error.stack) }),
  ...(error.cause !== undefined && { cause: redactValue(error.cause, depth + 1, seen) }),
});

/**
 * Returns the facts of a log line without secrets. It removes them by the name of the key and by the pattern of the
 * text.
 */
export const redact = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  redactValue(facts, 0, new Set()) as Record<string, unknown>;
