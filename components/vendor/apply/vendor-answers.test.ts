import { expect, it } from 'vitest';
import en from '#lib/i18n/seller/en/apply.json' with { type: 'json' };
import { refusedAnswers, vendorAnswerNames, vendorAnswersIn, vendorProblems } from './vendor-answers.ts';

const valid = {
  name: 'Kiln',
  about: '',
  contactEmail: 'kiln@plaza.test',
  phone: '',
  legalName: 'Kiln LLC',
  country: 'UA',
  taxId: '12345678',
  accountHolder: 'Kiln LLC',
  iban: 'UA21 3223 1300 0002 6007 2335 6600 1',
};
const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  return form;
};
const problemsOf = (patch: object) => vendorProblems(formOf({ ...valid, ...patch }), vendorAnswerNames, en);

it('leaves out empty answers that are optional', () => {
  const { about: _, phone: __, ...sent } = valid;

  expect(vendorAnswersIn(formOf(valid), vendorAnswerNames)).toEqual(sent);
  expect(problemsOf({})).toEqual({});
});

it.each([
  ['name', 'K'],
  ['about', 'x'.repeat(4001)],
  ['contactEmail', 'kiln'],
  ['phone', 'call me'],
  ['legalName', ''],
  ['country', ''],
  ['taxId', '123'],
  ['accountHolder', 'K'],
  ['iban', 'UA21'],
] as const)('names the problem of %s %j', (name, text) => {
  expect(problemsOf({ [name]: text })).toEqual({ [name]: en[`bad_${name}`] });
});

it('names the answers that the server refused', () => {
  expect(refusedAnswers({ 'answers.taxId': 'x', iban: 'y', kind: 'z' }, en)).toEqual({
    taxId: en.bad_taxId,
    iban: en.bad_iban,
  });
});
