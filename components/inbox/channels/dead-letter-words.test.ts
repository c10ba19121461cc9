import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deadLetterText } from './dead-letter-words.ts';

it('has words for every fault a mail is laid aside for', () => {
  const sources = globSync(['lib/crm/**/*.ts', 'services/**/*.ts'], { exclude: (name) => name.endsWith('.test.ts') });
  const named = sources.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/new MailParseError\('(\w+)'\)/g)]);
  const codes = new Set([
    ...named.map(([, code = '']) => code),
    'EMAXLEN',
    'Unreadable',
    'BadFields',
    'ReadFailed',
    'INVALID',
    'TOO_LARGE',
  ]);

  expect(codes.size).toBeGreaterThan(8);
  for (const code of codes) expect(deadLetterText(code), code).not.toContain(code);
});

it('tells of a fault nobody has named yet by its code', () => {
  expect(deadLetterText('EODD')).toBe('The email cannot be read (EODD)');
});
