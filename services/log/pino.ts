import { type DestinationStream, pino } from 'pino';
import type { Log } from '#lib/context/ports/log.ts';
import type { Env } from '#lib/core/env/env.ts';
import { redact } from './redact.ts';

/** Writes one JSON line per event to stdout, or to `destination` such as a terminal's; pino escapes line breaks, `redact` removes secrets. */
export function openLog(env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): Log {
  const options = { level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const logger = destination ? pino(options, destination) : pino(options);
  return (level, event, facts = {}) => {
    // Making a line safe costs more than writing it, so it is not done for lines nobody wants.
    if (logger.isLevelEnabled(level)) logger[level]({ event, ...redact(facts) });
  };
}
