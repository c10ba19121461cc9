// The mail listener as a process of its own: `npm run listen`.

import { installRuntime, type Runtime } from '#lib/context/runtime.ts';
import { EnvProblem, readEnv } from '#lib/core/env/env.ts';
import { AppError } from '#lib/core/errors.ts';
import { openLog } from '#services/log/pino.ts';
import { openMailReader } from '#services/mail/mail-reader.ts';
import { buildRuntime } from '#services/runtime.ts';
import { startMailListener } from './mail-listener.ts';

const STOP_MS = 12_000;

const runtime = await openRuntime();
installRuntime(runtime);
const listener = startMailListener(runtime);
runtime.log('info', 'listener.started', { channels: runtime.channels.all.length });
// Timers of the listener hold nothing: this one keeps the process until it is told to end.
const alive = setInterval(() => undefined, 2 ** 30);

let isStopping = false;
async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  runtime.log('info', 'listener.stopping', { signal });
  clearInterval(alive);
  // By then the process ends, whatever still holds it.
  setTimeout(() => process.exit(0), STOP_MS).unref();
  await listener.close();
  await runtime.mailReader?.close();
  await runtime.data.close();
  process.exit(0);
}
process.on('SIGTERM', (signal) => void stop(signal)).on('SIGINT', (signal) => void stop(signal));

async function openRuntime(): Promise<Runtime> {
  try {
    const env = readEnv();
    const log = openLog(env);
    const reader = openMailReader(new URL('./mail-worker.ts', import.meta.url), log);
    return await buildRuntime(env, { log, mailReader: reader });
  } catch (error) {
    if (!(error instanceof EnvProblem) && !(error instanceof AppError)) throw error;
    process.stderr.write(`the listener cannot start: ${error.message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
    process.exit(1);
  }
}
