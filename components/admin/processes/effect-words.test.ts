import { expect, it } from 'vitest';
import { processes } from '#lib/admin/processes/processes.ts';
import texts from '#lib/i18n/console/en/processes.json' with { type: 'json' };
import { effects } from '#services/run/effects.ts';
import { topicText } from './topic-text.ts';

it('every effect has a name for the console', () => {
  const unnamed = effects.map(({ topic }) => topic.name).filter((name) => topicText(texts, name) === name);
  expect(unnamed).toEqual([]);
});

it('every process has a name and a description for the console, which are its own in English', () => {
  const known: Readonly<Record<string, string>> = texts;
  for (const { id, name, description } of processes)
    expect([known[`name_${id}`], known[`about_${id}`]], id).toEqual([name, description]);
});
