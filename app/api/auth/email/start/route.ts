import { defineRoute } from '#lib/api/define-route.ts';
import { LOGIN_COOKIE, loginCookie } from '#lib/auth/cookies.ts';
import { browserNameOf } from '#lib/auth/login-secrets.ts';
import { loginStarted, startLoginInput } from '#lib/auth/schemas/login.ts';
import { startLogin } from '#lib/auth/start-login.ts';
import { cookieOf } from '#lib/core/cookies.ts';

export const POST = defineRoute({
  summary: 'Send a sign-in code and link to an email address',
  auth: 'optional',
  rateLimit: 'sign-in-start',
  body: startLoginInput,
  response: loginStarted,
  status: 202,
  handler: async ({ ctx, body, request, reply }) => {
    const browser = browserNameOf(cookieOf(request.headers, LOGIN_COOKIE));
    const started = await startLogin(ctx, body, browser);
    reply.append('set-cookie', loginCookie(browser));
    return started;
  },
});
