// The mail listener as a separate process: `npm run listen`.

import { installRuntime, type Runtime } from '#lib/context/runtime.ts';
import { EnvProblem, readEnv } from '#lib/core/env/env.ts';
import { AppError } from '#lib/core/errors.ts';
import { openLog } from '#services/log/pino.ts';
import { openTerminal } from '#services/log/terminal.ts';
import { openMailReader } from '#services/mail/mail-reader.ts';
import { buildRuntime } from '#services/runtime.ts';
import { startMailListener } from './mail-listener.ts';

const STOP_MS = 12_000;

const runtime = await openRuntime();
installRuntime(runtime);
const listener = startMailListener(runtime);
runtime.log('info', 'listener.started', { channels: runtime.channels.all.length });
// The listener's timers do not keep the process alive. This timer does, until the process is told to stop.
const alive = setInterval(() => undefined, 2 ** 30);

let isStopping = false;
async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  runtime.log('info', 'listener.stopping', { signal });
  clearInterval(alive);
  // After this time the process exits, whatever still keeps it alive.
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
    // A person at a terminal reads plain lines; a log collector on a pipe reads JSON.
    const terminal = process.stdout.isTTY ? openTerminal((text) => process.stdout.write(text)) : undefined;
    terminal?.open();
    const log = openLog(env, terminal);
    const reader = openMailReader(new URL('./mail-worker.ts', import.meta.url), log);
    return await buildRuntime(env, { log, mailReader: reader });
  } catch (error) {
    if (!(error instanceof EnvProblem) && !(error instanceof AppError)) throw error;
    process.stderr.write(`the listener cannot start: ${error.message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
    process.exit(1);
  }
}
