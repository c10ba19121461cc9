import { describe, expect, it } from 'vitest';
import en from '#lib/i18n/en.json' with { type: 'json' };
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { problemText } from './problem-text.ts';

const problem = (error: string, code?: string) =>
  new ApiProblem({ error, message: 'for programs', statusCode: 409, ...(code && { details: { code } }) });

describe('problemText', () => {
  it('returns the text for the error code or the error class', () => {
    expect(problemText(problem('Conflict', 'CartEmpty'), en.problems)).toBe(en.problems.CartEmpty);
    expect(problemText(problem('RateLimitError'), en.problems)).toBe(en.problems.RateLimitError);
  });

  it('never shows an error message meant for programs', () => {
    for (const error of [problem('Conflict', 'SomethingNew'), new Error('stack'), 'text', null])
      expect(problemText(error, en.problems)).toBe(en.problems.other);
  });
});
