import { POST as start } from '#app/api/auth/email/start/route.ts';
import { POST as verify } from '#app/api/auth/email/verify/route.ts';
import { SESSION_COOKIE } from '#lib/auth/cookies.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { call } from '#tests/support/call.ts';
import { type Overrides, type TestContext, testContext } from '#tests/support/context.ts';
import { readMail } from '#tests/support/mail.ts';

/** Opens a fresh world that the routes use. */
export async function openWorld(overrides: Overrides = {}): Promise<TestContext> {
  const world = await testContext(overrides);
  installRuntime(world);
  return world;
}

/** Returns the cookies that a response sets, by name. */
export function cookiesOf(headers: Headers): Readonly<Record<string, string>> {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]?.split('=') ?? []);
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, value.join('=')]));
}

/** Signs an address in by the mailed code, as a browser does; returns the cookie header of its session. */
export async function signInByMail(world: TestContext, email: string, cookie = ''): Promise<string> {
  const asked = await call(start, { body: { email }, headers: { cookie } });
  if (asked.status !== 202) throw new Error(`start answered ${asked.status}`);
  const { code } = await readMail(world);
  const entered = await call(verify, { body: { email, code }, headers: { cookie } });
  return `${SESSION_COOKIE}=${cookiesOf(entered.headers)[SESSION_COOKIE]}`;
}
