import { describe, expect, it } from 'vitest';
import { normalText } from './normal-text.ts';

describe('normalText', () => {
  it.each([
    ["Cannot read properties of undefined (reading 'name')", 'Cannot read properties of undefined (reading <text>)'],
    ['Order P7K3M9QX1 of ann@shop.test is gone', 'Order <id> of <address> is gone'],
    ['No row prd_8f3kd02m in products', 'No row <id> in products'],
    ['fetch https://shop.test/a?token=secret failed', 'fetch <url> failed'],
    ['GET /orders/P7K3M9QX1?token=abc gave 503', 'GET /orders/<id>?<query> gave <n>'],
    ['connect ECONNREFUSED 10.0.3.4:5432', 'connect ECONNREFUSED <n>'],
    ['Timeout after 30000ms', 'Timeout after <n>ms'],
    ['«Анна» не знайдена', '<text> не знайдена'],
    ["can't find variable: shop", "can't find variable: shop"],
    ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '<id>'],
  ])('puts placeholders into: %s', (text, expected) => {
    expect(normalText(text)).toBe(expected);
  });

  it('gives two occurrences of one cause the same text', () => {
    expect(normalText('Row usr_00000001 has 12 notes')).toBe(normalText('Row usr_9x8y7z6w has 4711 notes'));
  });

  it('cuts a long text without leaving half an address', () => {
    const text = normalText(`${'word '.repeat(399)}ann@shop.test and more`);

    expect(text).not.toContain('ann');
    expect(text.length).toBeLessThanOrEqual(500);
  });

  it('cuts no letter through the middle', () => {
    const text = normalText(`${'a'.repeat(499)}😀`);

    expect(text.isWellFormed()).toBe(true);
  });
});
