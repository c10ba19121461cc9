import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import texts from '#lib/i18n/console/en/audit.json' with { type: 'json' };
import { actText, targetText } from './act-text.ts';

const source = globSync('{lib,app,services}/**/*.ts')
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const named = (pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map(([, name]) => name ?? ''))];

it('every act and every kind of target that the product writes has a name on the audit page', () => {
  const sent = ['sent', 'failed', 'send_unknown'].map((status) => `draft.${status}`); // composed where a send ends
  const acts = [...named(/\baction: '([\w-]+\.[\w-]+)'/g), ...sent];
  const targets = named(/\btargetType: '([\w-]+)'/g);

  expect(acts).toContain('user.role-changed');
  expect(acts.filter((act) => actText(texts, act) === act)).toEqual([]);
  expect(targets.filter((target) => targetText(texts, target) === target)).toEqual([]);
});

it('an act without a name is shown by its code', () => {
  expect(actText(texts, 'thing.done')).toBe('thing.done');
  expect(targetText(texts, 'constructor')).toBe('constructor');
});
