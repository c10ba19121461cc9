import { type Env, EnvProblem, readEnv } from '#lib/core/env/env.ts';
import { checkIndexes } from './check-indexes.ts';
import { ANSWER_MS, checkGateway, checkMail, checkProxies } from './check-outside.ts';
import { checkSecrets, checkSuperadmins } from './check-shop.ts';
import { checkBackup, checkDatabase, checkDisk, checkFolder, checkKeys } from './check-storage.ts';
import { bad, type Finding, messageOf, ok } from './finding.ts';
import { openOperator } from './open-operator.ts';

type Examination = {
  readonly from: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  /** The timeout of the mail server and the gateway in ms. */
  readonly answerMs?: number;
};

/**
 * Examines a server as it would start in production: configuration, data folder, keys, disk, database, backup, mail and
 * gateway. Changes nothing, and may run beside the server.
 */
export async function examine({ from, now, answerMs = ANSWER_MS }: Examination): Promise<readonly Finding[]> {
  const env = readConfiguration(from);
  if (!('NODE_ENV' in env)) return [env];
  const outside = Promise.all([checkMail(env, answerMs), checkGateway(env, answerMs)]);
  const storage = [checkFolder(env), checkKeys(env), ...checkDisk(env)];
  return [
    ok('configuration', describe(env)),
    checkProxies(env),
    ...storage,
    ...(await checkStore(env)),
    await checkBackup(env, now),
    ...(await outside),
  ];
}

function readConfiguration(from: Examination['from']): Env | Finding {
  try {
    return readEnv({ demoByDefault: true, from: { ...from, NODE_ENV: 'production' } });
  } catch (error) {
    if (!(error instanceof EnvProblem)) throw error;
    return bad(
      'configuration',
      error.message,
      'correct it in .env.local or in the environment; .env.example explains each variable',
    );
  }
}

const describe = (env: Env): string =>
  `${env.PLAZA_DEMO ? 'a demo' : 'production'} on ${env.FIRESTORE_PROJECT_ID === undefined ? 'SQLite' : 'Firestore'}, ${env.APP_ORIGIN ?? 'this machine only'}`;

async function checkStore(env: Env): Promise<readonly Finding[]> {
  const isSqlite = env.FIRESTORE_PROJECT_ID === undefined;
  const database = isSqlite ? checkDatabase(env) : null;
  if (database && database.state !== 'ok') return [database];
  try {
    const ctx = await openOperator(env);
    try {
      await ctx.data.health();
      const shop = [await checkSecrets(ctx), await checkSuperadmins(ctx)];
      if (database) return [database, ...shop];
      return [ok('database', `Firestore responds in ${env.FIRESTORE_PROJECT_ID}`), checkIndexes(), ...shop];
    } finally {
      await ctx.data.close();
    }
  } catch (error) {
    const next = isSqlite ? 'read the server log' : 'check FIRESTORE_PROJECT_ID, the credentials and the network';
    return [bad('database', messageOf(error), next)];
  }
}
