import { describe, expect, it } from 'vitest';
import { matching, nameablesOf, toContent, toText, typedMentionAt, withName } from './mentions.ts';
import { namedIn } from './message-parts.ts';

const ann = { id: 'usr_a', name: 'Ann' };
const annabel = { id: 'usr_b', name: 'Ann Bell' };
const oneOleg = { id: 'usr_c', name: 'Олег' };
const otherOleg = { id: 'usr_d', name: 'Олег' };
const people = nameablesOf([otherOleg, annabel, ann, oneOleg]);
const labels = (query: string) => matching(people, query, 'en').map(({ label }) => label);

describe('mentions in a message', () => {
  it('are written as names and sent as IDs, the longest name first', () => {
    expect(toContent('@Ann Bell, @Ann and (@Ann)!', people)).toBe('<@usr_b>, <@usr_a> and (<@usr_a>)!');
    expect(namedIn('<@usr_b>, <@usr_a> and <@usr_a>')).toEqual(['usr_b', 'usr_a']);
  });

  it.each(['ann@Ann.test', 'https://plaza.test/@Ann', '@Anna and @Ann_2', 'Ann, @ Ann, @ann', '<@Ann>', '@Олег', '@'])(
    'are not found in %s',
    (text) => {
      expect(toContent(text, people)).toBe(text);
    },
  );

  it('of people with the same name are numbered, alike on every page', () => {
    expect(toContent('@Олег (1) and @Олег (2)', people)).toBe('<@usr_c> and <@usr_d>');
    expect(nameablesOf([oneOleg, otherOleg])).toEqual(nameablesOf([otherOleg, oneOleg]));
  });

  it.each(['Hi <@usr_a>, <@usr_b>!', '<@usr_c>\n<@usr_d><@usr_gone>', 'no <@one> at all @'])(
    'are unchanged by an edit: %s',
    (content) => {
      const text = toText(content, people);
      expect(text).not.toMatch(/<@usr_[abcd]>/);
      expect(toContent(text, people)).toBe(content);
    },
  );
});

describe('the mention that is being typed', () => {
  it.each([
    ['Hi @An', 6, { at: 3, query: 'An' }],
    ['@', 1, { at: 0, query: '' }],
    ['(@Ann B later', 7, { at: 1, query: 'Ann B' }],
    ['@Ann @Be', 8, { at: 5, query: 'Be' }],
    ['@Ann', 0, null],
    ['ann@plaza.test', 9, null],
    ['@ two', 5, null],
    ['@Ann\nBell', 9, null],
    [`@${'x'.repeat(81)}`, 82, null],
  ])('is read from %j before %i', (text, caret, asked) => {
    expect(typedMentionAt(text, caret)).toEqual(asked);
  });

  it('matches the beginning of any word, whatever the case and accents', () => {
    expect(labels('')).toEqual(['Ann', 'Ann Bell', 'Олег (1)', 'Олег (2)']);
    expect(labels('ÁNN')).toEqual(['Ann', 'Ann Bell']);
    expect(labels('bel')).toEqual(['Ann Bell']);
    expect(labels('олег (2')).toEqual(['Олег (2)']);
    expect(labels('nn')).toEqual([]);
  });

  it('is replaced by the name, with the caret after it', () => {
    expect(withName('Hi @an', { at: 3, query: 'an' }, 'Ann')).toEqual({ text: 'Hi @Ann ', caret: 8 });
    expect(withName('Hi @an there', { at: 3, query: 'an' }, 'Ann')).toEqual({ text: 'Hi @Ann there', caret: 8 });
  });
});
