import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { sayOf } from '#tests/support/console-say.ts';
import { problemText } from './problem-text.ts';

const t = await sayOf('inbox');

describe('the message for a failed request', () => {
  it('contains the response of the mail server, the next step, the retry time and the request ID', () => {
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

    expect(problemText(refused, t)).toBe('The mail server rejected this email. The server said: “no such user”.');
    expect(problemText(failed, t)).toBe(
      'The mail server rejected the login of this channel. Renew its password first. Try again in 60 s. Reference: req_1.',
    );
  });

  it('does not claim that nothing happened when the response was lost', () => {
    const lost = new ApiProblem({ error: 'Unreachable', message: 'x', statusCode: 0 });

    expect(problemText(lost, t)).toContain('may or may not');
  });
});
