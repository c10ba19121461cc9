import { setRoleByOperator } from '#lib/admin/users/operator-role.ts';
import { LOGIN_MINUTES } from '#lib/auth/limits.ts';
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
  `npm run plaza -- sign-in-link ADDRESS   prints a link that signs this address in once, within ${LOGIN_MINUTES} minutes`,
  `npm run plaza -- role ADDRESS ROLE      gives the account a role: ${roles.join(', ')}`,
  'npm run plaza -- mail-test ADDRESS      sends an email with SMTP_* and shows the SMTP conversation',
  'npm run plaza -- doctor                 checks configuration, data, backup, mail and gateway',
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
        : refused(`There is no role ${role}. Use one of: ${roles.join(', ')}`);
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
      `The link signs ${address} in once, in any browser, until ${expiresAt}. Anyone who has it can sign in.`,
      ...(isKnown ? [] : ['This address has no account yet: the sign-in creates one.']),
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
      user.status === 'restricted' ? ['The account is restricted and cannot use this role until it is unblocked.'] : [];
    if (previousRole === role) return done(`${address} already has the role ${role}`, ...note);
    return done(
      `${address} had the role ${previousRole} and now has the role ${role}. The user must sign in again`,
      ...note,
    );
  } catch (error) {
    if (codeOf(error) === 'LastSuperadmin')
      return refused('The last superadmin must keep the role. Appoint another superadmin first');
    if ((error as { status?: number }).status !== 404) throw error;
    return refused(
      `There is no account with ${address}. Run npm run plaza -- sign-in-link ${address} and sign in to create it`,
    );
  } finally {
    await ctx.data.close();
  }
}

async function mailTest(env: Env, address: string): Promise<Result> {
  const test = await testMail(env, address);
  if (!test) return refused('SMTP_HOST and SMTP_FROM are not set: this server has no mail server to send with');
  const { outcome, lines } = test;
  switch (outcome.state) {
    case 'sent':
      return done(...lines, `Sent to ${address}: the mail server has accepted the email`);
    case 'unknown':
      return refused(
        ...lines,
        `The mail server may have accepted the email, but did not confirm it (${outcome.reason})`,
      );
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
