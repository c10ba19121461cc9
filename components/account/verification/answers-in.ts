import { documentTypes } from '#lib/admin/verification/values.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { textIn } from '#lib/web/form-text.ts';

/** The answers of an identity procedure, in the order of the form. */
export const answerNames = [
  'legalName',
  'birthDate',
  'country',
  'documentType',
  'documentNumberLast4',
  'note',
] as const;
export type AnswerName = (typeof answerNames)[number];
export type Answers = Readonly<Partial<Record<AnswerName, string>>>;

/** Returns the answers that an administrator asked about; all of them when `fields` is empty. */
export const askedNames = (fields: readonly string[]): readonly AnswerName[] =>
  fields.length === 0 ? answerNames : answerNames.filter((name) => fields.includes(name));

/** Returns the answers of a form. Leaves out an empty note. */
export function answersIn(form: FormData, names: readonly AnswerName[]): Answers {
  const given = names.map((name) => [name, textIn(form, name)] as const);
  const answers = given.filter(([name, text]) => name !== 'note' || text !== '');
  return Object.fromEntries(
    answers.map(([name, text]) => [name, name === 'documentNumberLast4' ? text.toUpperCase() : text]),
  );
}

/** Returns the error text of each invalid answer by its name. `latestBirthDate` is that of a person who is 18 today. */
export function answerProblems(
  answers: Answers,
  { latestBirthDate, texts }: { readonly latestBirthDate: string; readonly texts: Texts<'verification'> },
): Readonly<Record<string, string>> {
  const isValid: Readonly<Record<AnswerName, (text: string) => boolean>> = {
    legalName: ({ length }) => length >= 2 && length <= 120,
    birthDate: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && text <= latestBirthDate,
    country: (text) => text !== '',
    documentType: (text) => documentTypes.some((type) => type === text),
    documentNumberLast4: (text) => /^[A-Z0-9]{4}$/.test(text),
    note: ({ length }) => length <= 500,
  };
  const invalid = Object.entries(answers).filter(([name, text]) => !isValid[name as AnswerName](text));
  return Object.fromEntries(invalid.map(([name]) => [name, texts[`bad_${name as AnswerName}`]]));
}
