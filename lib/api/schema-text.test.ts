import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaText } from '#lib/api/schema-text.ts';

const textOf = (schema: z.ZodType) => schemaText(z.toJSONSchema(schema));

describe('schemaText', () => {
  it('describes types, bounds and optional fields', () => {
    const schema = z.object({
      items: z.array(z.object({ id: z.string().max(128), qty: z.int().min(1).max(99) })),
      updatedAt: z.string().nullable(),
      state: z.enum(['new', 'paid']).optional(),
      tags: z.array(z.enum(['a', 'b'])),
      names: z.record(z.string(), z.boolean()),
    });

    expect(textOf(schema)).toBe(
      [
        '{',
        '  items: {',
        '    id: string (at most 128 characters)',
        '    qty: integer (≥ 1, ≤ 99)',
        '  }[]',
        '  updatedAt: string | null',
        '  state?: "new" | "paid"',
        '  tags: ("a" | "b")[]',
        '  names: { [key]: boolean }',
        '}',
      ].join('\n'),
    );
  });

  it('shows the name of a named schema and hides the default bounds of an integer', () => {
    expect(schemaText({ $ref: '#/components/schemas/Cart' })).toBe('Cart');
    expect(textOf(z.int())).toBe('integer');
  });
});
