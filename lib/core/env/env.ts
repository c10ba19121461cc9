import { z } from 'zod';
import { backupVariables } from './backup.ts';
import { databaseProblem, databaseVariables } from './database.ts';
import { type ChannelVariables, channelVariablesIn, inboxVariables, mailProblem, smtpVariables } from './mail.ts';
import { modelProblem, modelVariables } from './model.ts';
import { cardProblem, creditProblem, paymentVariables } from './payments.ts';
import { processProblem } from './processes.ts';
import { pushProblem, pushVariables } from './push.ts';
import { secretVariables } from './secrets.ts';
import { administrationVariables, serverProblem, serverVariables } from './server.ts';
import { holdProblem, shopVariables } from './shop.ts';
import { tunnelProblem, tunnelVariables } from './tunnel.ts';
import { uploadVariables } from './uploads.ts';

/**
 * Every variable of the product by its name. A test compares `.env.example` with these keys. Of several invalid
 * values, the first in this order is reported.
 */
export const envSchema = z.object({
  ...serverVariables.shape,
  ...secretVariables.shape,
  ...databaseVariables.shape,
  ...backupVariables.shape,
  ...uploadVariables.shape,
  ...smtpVariables.shape,
  ...administrationVariables.shape,
  ...modelVariables.shape,
  ...inboxVariables.shape,
  ...pushVariables.shape,
  ...shopVariables.shape,
  ...paymentVariables.shape,
  ...tunnelVariables.shape,
});

export type Env = z.output<typeof envSchema> & { readonly channelVariables: ChannelVariables };

/** A configuration that must not run. Its message names the variable and what to do. */
export class EnvProblem extends Error {
  override readonly name = 'EnvProblem';
}

/** The rules across several variables. The first broken rule is the message. */
const problemOf = (env: Env): string | null =>
  serverProblem(env) ??
  databaseProblem(env) ??
  tunnelProblem(env) ??
  processProblem(env) ??
  mailProblem(env) ??
  creditProblem(env) ??
  modelProblem(env) ??
  cardProblem(env) ??
  pushProblem(env) ??
  holdProblem(env);

/** The demo catalog is priced in two currencies (decisions/0005). */
const demoDefaults = { STORE_FX_RATES: 'EUR:48.20,USD:41.50' };

/**
 * Parses the environment once, at start. Throws EnvProblem for an unknown value, a partial group or a setting that
 * cannot be served. The message names the variable. `demoByDefault` turns the demo on when neither APP_ORIGIN nor
 * PLAZA_DEMO is set, as `npm start` does on an unconfigured machine.
 */
export function readEnv(
  options: { readonly demoByDefault?: boolean; readonly from?: Readonly<Record<string, string | undefined>> } = {},
): Env {
  const source = options.from ?? process.env;
  // An empty line in an env file means "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const isDemo =
    given.PLAZA_DEMO === '1' ||
    (options.demoByDefault && given.APP_ORIGIN === undefined && given.PLAZA_DEMO === undefined);
  const parsed = envSchema.safeParse(isDemo ? { ...demoDefaults, ...given, PLAZA_DEMO: '1' } : given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new EnvProblem(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'is not valid'}`);
  }
  const env = { ...parsed.data, channelVariables: channelVariablesIn(given) };
  const problem = problemOf(env);
  if (problem) throw new EnvProblem(problem);
  return env;
}
