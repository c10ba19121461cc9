import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sayOf } from '#tests/support/console-say.ts';
import { deadLetterText } from './dead-letter-words.ts';

const t = await sayOf('crm');

it('every error code of a dead letter has a message', () => {
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
  for (const code of codes) expect(deadLetterText(code, t), code).not.toContain(code);
});

it('shows the code of an unknown dead letter error', () => {
  expect(deadLetterText('EODD', t)).toBe('The email cannot be read (EODD)');
});
