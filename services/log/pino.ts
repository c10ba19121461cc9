import { type DestinationStream, pino } from 'pino';
import type { Log } from '#lib/context/ports/log.ts';
import type { Env } from '#lib/core/env/env.ts';
import { redact } from './redact.ts';

/**
 * Opens a log that writes one JSON line per event to stdout, or to `destination` such as a terminal. pino escapes line
 * breaks, and `redact` removes secrets.
 */
export function openLog(env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): Log {
  const options = { level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const logger = destination ? pino(options, destination) : pino(options);
  return (level, event, facts = {}) => {
    // Redacting a line costs more than writing it, so it is skipped for disabled levels.
    if (logger.isLevelEnabled(level)) logger[level]({ event, ...redact(facts) });
  };
}
