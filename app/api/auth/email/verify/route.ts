import { defineRoute } from '#lib/api/define-route.ts';
import { clearedLoginCookie, LOGIN_COOKIE, sessionCookie } from '#lib/auth/cookies.ts';
import { loginVerified, verifyLoginInput } from '#lib/auth/schemas/login.ts';
import { verifyLogin } from '#lib/auth/verify-login.ts';
import { cookieOf } from '#lib/core/cookies.ts';
import { grantDemoCredit } from '#lib/payments/credit/demo-credit.ts';

export const POST = defineRoute({
  summary: 'Sign in with the code or the link from the email',
  auth: 'optional',
  rateLimit: 'sign-in-verify',
  body: verifyLoginInput,
  response: loginVerified,
  handler: async ({ ctx, body, request, reply }) => {
    const { cookie, ...verified } = await verifyLogin(ctx, body, cookieOf(request.headers, LOGIN_COOKIE));
    // The next page may be the checkout. If this fails now, the effect of a new account grants the credit later.
    if (verified.created)
      await grantDemoCredit(ctx, verified.user.id).catch((error: unknown) =>
        ctx.log('warn', 'credit.grant_failed', { error }),
      );
    reply.append('set-cookie', sessionCookie(cookie));
    reply.append('set-cookie', clearedLoginCookie);
    return verified;
  },
});
