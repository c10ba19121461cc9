import { setRoleByOperator } from '#lib/admin/users/operator-role.ts';
import { makeSignInLink } from '#lib/auth/sign-in-link.ts';
import { type Role, roles } from '#lib/context/values.ts';
import { type Env, readEnv } from '#lib/core/env/env.ts';
import { codeOf } from '#lib/core/errors.ts';
import { testMail } from '#services/mail/mail-test.ts';
import { examine } from './doctor.ts';
import { openOperator } from './open-operator.ts';

/** The lines that a command prints, and whether the command succeeded. */
export type Result = { readonly lines: readonly string[]; readonly isDone: boolean };
type World = { readonly from: Readonly<Record<string, string | undefined>>; readonly now: () => Date };

const done = (...lines: readonly string[]): Result => ({ lines, isDone: true });
const refused = (...lines: readonly string[]): Result => ({ lines, isDone: false });

export const usage = [
  'npm run plaza -- sign-in-link ADDRESS   a link that signs this address in, once, within 10 minutes',
  `npm run plaza -- role ADDRESS ROLE      gives the account a role: ${roles.join(', ')}`,
  'npm run plaza -- mail-test ADDRESS      sends a mail by SMTP_* and shows what the server said',
  'npm run plaza -- doctor                 examines configuration, data, backup, mail and gateway',
] as const;

/** Runs an operator command. Its output is for a terminal and in English, like the log. */
export async function runCommand(
  [name = '', address, role, ...more]: readonly string[],
  world: World,
): Promise<Result> {
  if (name === 'doctor' && address === undefined) return doctor(world);
  if (address === undefined || more.length > 0 || (name === 'role') !== (role !== undefined)) return refused(...usage);
  switch (name) {
    case 'sign-in-link':
      return signInLink(envOf(world), address);
    case 'role':
      return isRole(role)
        ? setRole(envOf(world), address, role)
        : refused(`There is no role ${role}: ${roles.join(', ')}`);
    case 'mail-test':
      return mailTest(envOf(world), address);
    default:
      return refused(...usage);
  }
}

const envOf = ({ from }: World): Env => readEnv({ demoByDefault: true, from });
const isRole = (text: string | undefined): text is Role => roles.some((role) => role === text);

async function signInLink(env: Env, address: string): Promise<Result> {
  const ctx = await openOperator(env);
  try {
    const { link, expiresAt, isKnown } = await makeSignInLink(ctx, address);
    return done(
      link,
      `It signs ${address} in once, in any browser, until ${expiresAt}. Whoever has it is let in.`,
      ...(isKnown ? [] : ['This address has no account yet: signing in makes one.']),
    );
  } finally {
    await ctx.data.close();
  }
}

async function setRole(env: Env, address: string, role: Role): Promise<Result> {
  const ctx = await openOperator(env);
  try {
    const { user, previousRole } = await setRoleByOperator(ctx, address, role);
    const note =
      user.status === 'restricted' ? ['The account is restricted, and does nothing of this role meanwhile.'] : [];
    if (previousRole === role) return done(`${address} is ${role} already`, ...note);
    return done(`${address} was ${previousRole} and is ${role} now; they sign in again`, ...note);
  } catch (error) {
    if (codeOf(error) === 'LastSuperadmin')
      return refused('The last superadmin keeps the role: appoint another one first');
    if ((error as { status?: number }).status !== 404) throw error;
    return refused(
      `No account has ${address}: npm run plaza -- sign-in-link ${address} makes one with its first sign-in`,
    );
  } finally {
    await ctx.data.close();
  }
}

async function mailTest(env: Env, address: string): Promise<Result> {
  const test = await testMail(env, address);
  if (!test) return refused('SMTP_HOST and SMTP_FROM are not set: this server has no mail server to send by');
  const { outcome, lines } = test;
  switch (outcome.state) {
    case 'sent':
      return done(...lines, `Sent to ${address}: the server has taken the mail`);
    case 'unknown':
      return refused(...lines, `The server may have taken the mail, and did not say so (${outcome.reason})`);
    case 'refused':
      return refused(...lines, `Not sent (${outcome.reason})`);
  }
}

const signs = { ok: 'ok  ', warn: 'look', bad: 'BAD ' } as const;

async function doctor({ from, now }: World): Promise<Result> {
  const findings = await examine({ from, now: now() });
  const lines = findings.flatMap(({ check, state, says, next }) => [
    `${signs[state]}  ${check.padEnd(14)} ${says}`,
    ...(next === undefined ? [] : [`      ${''.padEnd(14)} next: ${next}`]),
  ]);
  return { lines, isDone: findings.every(({ state }) => state !== 'bad') };
}
