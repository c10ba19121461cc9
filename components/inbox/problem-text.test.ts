import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { problemText } from './problem-text.ts';

describe('a refusal in words', () => {
  it('says what to do, names the fields, and how to find it in the log', () => {
    const refused = new ApiProblem({
      error: 'Conflict',
      message: 'The mail was refused',
      statusCode: 409,
      details: { code: 'SendRefused', responseCode: '550', response: 'no such user' },
    });
    const failed = new ApiProblem({
      error: 'ServiceUnavailable',
      message: 'Not sent',
      statusCode: 503,
      details: { code: 'ChannelAuthFailed' },
      retryAfter: 60,
      requestId: 'req_1',
    });

    expect(problemText(refused)).toBe('The mail was refused: the server said “no such user”.');
    expect(problemText(failed)).toBe(
      'Not sent. The mail server rejected the login of this channel. Renew its password first. Try again in 60 s. Reference: req_1.',
    );
  });

  it('never claims that nothing happened when no answer came', () => {
    const lost = new ApiProblem({ error: 'Unreachable', message: 'x', statusCode: 0 });

    expect(problemText(lost)).toContain('may or may not');
  });
});
