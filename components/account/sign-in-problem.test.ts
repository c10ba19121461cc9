import { describe, expect, it } from 'vitest';
import en from '#lib/i18n/en.json' with { type: 'json' };
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { digitsOf } from './code-digits.ts';
import { signInProblem } from './sign-in-problem.ts';

const texts = en.signIn;
const problemOf = (body: {
  statusCode: number;
  error?: string;
  details?: Record<string, string>;
  retryAfter?: number;
}) => signInProblem(new ApiProblem({ error: 'ValidationError', message: 'no', ...body }), texts, 'en');

describe('the message for a failed sign-in', () => {
  it('points to the field that must be corrected', () => {
    expect(problemOf({ statusCode: 400, details: { email: 'x' } })).toMatchObject({
      field: 'email',
      text: texts.badEmail,
    });
    expect(problemOf({ statusCode: 400, details: { code: 'must be six digits' } })).toMatchObject({
      field: 'code',
      text: texts.badCode,
    });
    expect(problemOf({ statusCode: 401, error: 'Unauthorized', details: { code: 'SignInRefused' } })).toMatchObject({
      field: 'code',
      text: texts.refused,
    });
  });

  it('gives the waiting time in whole minutes', () => {
    const wait = (retryAfter: number) => problemOf({ statusCode: 429, error: 'RateLimitError', retryAfter }).text;

    expect(wait(5)).toBe('Too many attempts. Wait 1 minute and try again.');
    expect(wait(3300)).toBe('Too many attempts. Wait 55 minutes and try again.');
  });

  it('includes the error code of the response', () => {
    expect(problemOf({ statusCode: 409, error: 'Conflict', details: { code: 'OtherBrowser' } }).code).toBe(
      'OtherBrowser',
    );
  });

  it('distinguishes a lost connection, a missing mail server and an unexpected error', () => {
    expect(problemOf({ statusCode: 0, error: 'Unreachable' }).text).toBe(texts.unreachable);
    expect(
      problemOf({ statusCode: 503, error: 'ServiceUnavailable', details: { code: 'MailNotConfigured' } }).text,
    ).toBe(texts.noMail);
    expect(problemOf({ statusCode: 500, error: 'InternalServerError' }).text).toBe(texts.failed);
    expect(signInProblem(new Error('boom'), texts, 'en').text).toBe(texts.failed);
  });
});

describe('digitsOf', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123456 is your Plaza sign-in code', '123456'],
    ['1234567', '123456'],
    ['abc', ''],
  ])('reads from %j the code "%s"', (text, code) => {
    expect(digitsOf(text)).toBe(code);
  });
});
