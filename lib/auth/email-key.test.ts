import { describe, expect, it } from 'vitest';
import { emailKeyOf } from './email-key.ts';

describe('emailKeyOf', () => {
  it.each([
    ['  Anna@Example.COM ', 'anna@example.com'],
    ['anna@ПЛАЗА.укр', 'anna@xn--80aauot.xn--j1amh'],
    ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
    ['anna@BÜCHER.example', 'anna@xn--bcher-kva.example'],
    ['a.n.n.a+shop@example.com', 'a.n.n.a+shop@example.com'],
    ["o'hara!#$%&*=?^_`{|}~-@example.com", "o'hara!#$%&*=?^_`{|}~-@example.com"],
    ['anna@example.com', 'anna@example.com'],
  ])('normalizes %j to %s', (typed, key) => {
    expect(emailKeyOf(typed)).toBe(key);
  });

  it.each([
    '',
    'anna',
    '@example.com',
    'anna@',
    'anna@localhost',
    'anna@127.0.0.1',
    'anna@[127.0.0.1]',
    'an na@example.com',
    'anna@exa mple.com',
    '"anna"@example.com',
    'anna@example.com\r\nBcc: evil@e.test',
    'anna@x.test <evil@e.test>',
    'anna@x.test,evil@e.test',
    'anna@example.com/evil',
    'anna@example.com?x=1',
    'anna@example.com#frag',
    'anna@example.com:80',
    'anna@example.com\\evil',
    'anna@example%2ecom',
    'anna@exa\tmple.com',
    'anna@example\n.com',
    'anna@example.com／evil',
    '.anna@example.com',
    'an..na@example.com',
    'anna@-example.com',
    'anna@example..com',
    'анна@example.com',
    `${'a'.repeat(65)}@example.com`,
    `anna@${'a'.repeat(64)}.com`,
    `anna@${'abcdefghi.'.repeat(25)}com`,
  ])('returns null for %j', (typed) => {
    expect(emailKeyOf(typed)).toBeNull();
  });
});
