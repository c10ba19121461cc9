import { expect, it } from 'vitest';
import { identityAnswers } from '#lib/admin/schemas/verification-answers.ts';
import en from '#lib/i18n/en.json' with { type: 'json' };
import { answerNames, answerProblems, answersIn, askedNames } from './answers-in.ts';

const valid = {
  legalName: 'Olena Koval',
  birthDate: '1990-05-17',
  country: 'UA',
  documentType: 'passport',
  documentNumberLast4: '12AB',
};
const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  return form;
};
const problemsOf = (patch: object) =>
  answerProblems({ ...valid, ...patch }, { latestBirthDate: '2008-11-26', texts: en.verification });

it('the form has every answer of an identity procedure', () => {
  expect([...answerNames]).toEqual(Object.keys(identityAnswers.shape));
});

it('answersIn trims texts, leaves out an empty note and writes the document number in capitals', () => {
  const typed = { ...valid, legalName: ' Olena Koval ', documentNumberLast4: '12ab', note: ' ' };

  expect(answersIn(formOf(typed), answerNames)).toEqual(valid);
});

it('askedNames returns all answers when a question names none', () => {
  expect(askedNames([])).toBe(answerNames);
  expect(askedNames(['country', 'iban'])).toEqual(['country']);
});

it.each([
  ['legalName', 'X'],
  ['birthDate', ''],
  ['birthDate', '2008-11-27'],
  ['country', ''],
  ['documentType', ''],
  ['documentNumberLast4', '12A'],
  ['note', 'x'.repeat(501)],
] as const)('answerProblems rejects %s %j', (name, text) => {
  expect(problemsOf({ [name]: text })).toEqual({ [name]: en.verification[`bad_${name}`] });
});

it('answerProblems accepts valid answers, also of a person who is 18 today', () => {
  expect(problemsOf({ birthDate: '2008-11-26', note: 'x' })).toEqual({});
});
