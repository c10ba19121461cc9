type Json = Readonly<Record<string, unknown>>;

const INDENT = '  ';

/** Returns a JSON schema in readable form: `{ items: CartLine[], updatedAt: string | null }`, one field per line. */
export function schemaText(schema: Json, depth = 0): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? '';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return choices.map((choice: Json) => schemaText(choice, depth)).join(' | ');
  if (Array.isArray(schema.allOf)) return schema.allOf.map((part: Json) => schemaText(part, depth)).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') return arrayText(schema, depth);
  if (schema.type === 'object') return objectText(schema, depth);
  return plainText(schema);
}

function arrayText({ items = {} }: Json, depth: number): string {
  const text = schemaText(items as Json, depth);
  return /[|&]/.test(text) && !text.startsWith('{') ? `(${text})[]` : `${text}[]`;
}

function objectText({ properties, required = [], additionalProperties }: Json, depth: number): string {
  const fields = Object.entries((properties ?? {}) as Record<string, Json>);
  if (fields.length === 0)
    return typeof additionalProperties === 'object' && additionalProperties !== null
      ? `{ [key]: ${schemaText(additionalProperties as Json, depth)} }`
      : '{}';
  const lines = fields.map(([name, part]) => {
    const mark = (required as readonly string[]).includes(name) ? '' : '?';
    return `${INDENT.repeat(depth + 1)}${name}${mark}: ${schemaText(part, depth + 1)}`;
  });
  return `{\n${lines.join('\n')}\n${INDENT.repeat(depth)}}`;
}

function plainText({ type = 'any', format, pattern, minLength, maxLength, minimum, maximum }: Json): string {
  const bounds = [
    typeof format === 'string' && format,
    typeof pattern === 'string' && format === undefined && `/${pattern}/`,
    typeof minLength === 'number' && `at least ${minLength} characters`,
    typeof maxLength === 'number' && `at most ${maxLength} characters`,
    isChosen(minimum) && `≥ ${minimum}`,
    isChosen(maximum) && `≤ ${maximum}`,
  ].filter(Boolean);
  return bounds.length > 0 ? `${String(type)} (${bounds.join(', ')})` : String(type);
}

/** Every integer has the bounds of JavaScript's. Showing them each time would hide the real bounds. */
const isChosen = (bound: unknown): bound is number =>
  typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
