import { z } from 'zod';
import { MAX_AGE, MIN_AGE } from '#lib/admin/limits.ts';
import { type IdentityAnswers, identityAnswers, vendorAnswers } from '#lib/admin/schemas/verification-answers.ts';
import { parsePart } from '#lib/api/read-input.ts';
import { invalid } from '#lib/core/errors.ts';
import type { ProcedureKind } from './values.ts';

const identity = z.object({ answers: identityAnswers });
const shop = z.object({ answers: vendorAnswers });

/** The parts of a bank account. They are asked for like answers, and kept encrypted on the shop. */
export const accountAnswers = ['iban', 'accountHolder'] as const;

/** Returns the names of the answers of a kind of procedure that a question may be about. */
export function answerNames(kind: ProcedureKind): readonly string[] {
  if (kind === 'identity') return Object.keys(identityAnswers.shape);
  return kind === 'vendor' ? [...Object.keys(vendorAnswers.shape), ...accountAnswers] : [];
}

type Answers = Readonly<Record<string, string>>;

/**
 * Returns the answers of a procedure with the applicant's changes. Throws ValidationError for an answer outside `asked`,
 * unless `asked` is empty, and for merged answers that are not valid.
 */
export function mergedAnswers(
  kind: ProcedureKind,
  before: Answers,
  given: Answers,
  { asked, now }: { readonly asked: readonly string[]; readonly now: Date },
): Answers {
  const known = asked.length > 0 ? asked : answerNames(kind);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid('This answer was not asked for', { answers: `contains ${unknown}` });
  if (kind === 'vendor') {
    const kept = Object.entries(given).filter(([name]) => !accountAnswers.some((part) => part === name));
    return parsePart(shop, { answers: { ...before, ...Object.fromEntries(kept) } }, 'body').answers as Answers;
  }
  if (kind !== 'identity') return { ...before, ...given };
  const { answers } = parsePart(identity, { answers: { ...before, ...given } }, 'body');
  assertOfAge(answers, now);
  return answers as Answers;
}

/** Throws ValidationError for a birth date that gives an age below 18 or above 120. */
export function assertOfAge({ birthDate }: Pick<IdentityAnswers, 'birthDate'>, now: Date): void {
  const range = { 'answers.birthDate': `must give an age of ${MIN_AGE} to ${MAX_AGE}` };
  if (birthDate > latestBirthDate(now)) throw invalid(`You must be at least ${MIN_AGE} years old`, range);
  if (birthDate <= yearsBefore(now, MAX_AGE + 1)) throw invalid('Check the birth date: it is too long ago', range);
}

/** Returns the birth date of a person who turns 18 today. A person born on 29 February comes of age on 1 March. */
export const latestBirthDate = (now: Date): string => yearsBefore(now, MIN_AGE);

function yearsBefore(now: Date, years: number): string {
  const today = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
}
