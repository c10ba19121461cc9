export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * Writes one line: an event named noun.past-verb and its facts. Ids and figures only, never bodies, addresses or
 * tokens.
 */
export type Log = (level: LogLevel, event: string, facts?: Readonly<Record<string, unknown>>) => void;
