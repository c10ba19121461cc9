import type { ChannelNotes, ChannelVariablesOf } from './channel-notes.ts';
import type { MailServer } from './ports.ts';
import { type ChannelField, type TlsMode, tlsModes } from './values.ts';

/** The TLS settings that IMAP and SMTP share. Null when the settings are invalid. Then neither may connect. */
export type CommonTls = Pick<MailServer, 'ca' | 'servername' | 'rejectUnauthorized'> | null;

export type TlsWorld = {
  readonly production: boolean;
  /** Returns the certificates of a PEM file, or null when the file is unreadable or has none. */
  readonly readPem: (path: string) => string | null;
};

const HOST = /^[^\s/@:,;]{1,253}$|^[0-9A-Fa-f:.]{2,45}$/;
const MOST_PORT = 65_535;

const defaultPort = { IMAP: 993, SMTP: 587 } as const;
const implicitPort = { IMAP: 993, SMTP: 465 } as const;
type Side = keyof typeof defaultPort;

/**
 * Reads `TLS_CA`, `TLS_SERVERNAME` and `TLS_REJECT_UNAUTHORIZED`. An unsafe or unreadable value is reported, never
 * silently ignored.
 */
export function readTls(given: ChannelVariablesOf, notes: ChannelNotes, { production, readPem }: TlsWorld): CommonTls {
  const ca = given.TLS_CA === undefined ? undefined : readPem(given.TLS_CA);
  const checks = given.TLS_REJECT_UNAUTHORIZED ?? 'true';
  const isSafe = readCheck(checks, production, notes);
  if (ca === null)
    return notes.note('TLS_CA', 'UnreadableCa', 'TLS_CA must be the path of a PEM file with a certificate');
  if (!isSafe) return null;
  return { ca: ca ?? null, servername: given.TLS_SERVERNAME ?? null, rejectUnauthorized: checks === 'true' };
}

function readCheck(checks: string, production: boolean, { note }: ChannelNotes): boolean {
  if (checks !== 'true' && checks !== 'false')
    note('TLS_REJECT_UNAUTHORIZED', 'BadTls', 'TLS_REJECT_UNAUTHORIZED must be true or false');
  else if (checks === 'false' && production)
    note(
      'TLS_REJECT_UNAUTHORIZED',
      'InsecureTls',
      'Certificates are always verified in production: set TLS_CA instead',
    );
  else return true;
  return false;
}

/**
 * Returns the IMAP or SMTP server of a channel. Returns null when a required value is missing or invalid, with a note
 * for each. `login` holds the credentials, or null when they are invalid.
 */
export function readServer(
  side: Side,
  given: ChannelVariablesOf,
  notes: ChannelNotes,
  { tls, login }: { readonly tls: CommonTls; readonly login: Pick<MailServer, 'user' | 'password'> | null },
): MailServer | null {
  const host = readHost(side, given, notes);
  const port = readPort(side, given, notes);
  const mode = readMode(side, given, port, notes);
  if (host === null || port === null || mode === null || tls === null || login === null) return null;
  return { host, port, tls: mode, ...login, ...tls };
}

function readHost(side: Side, given: ChannelVariablesOf, { note }: ChannelNotes): string | null {
  const field: ChannelField = `${side}_HOST`;
  const host = given[field];
  if (host === undefined)
    return note(field, side === 'IMAP' ? 'MissingImapHost' : 'MissingSmtpHost', `${field} is missing`);
  return HOST.test(host) ? host : note(field, 'BadValue', `${field} must be a host name or an address, without a port`);
}

function readPort(side: Side, given: ChannelVariablesOf, { note }: ChannelNotes): number | null {
  const field: ChannelField = `${side}_PORT`;
  const text = given[field] ?? String(defaultPort[side]);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= MOST_PORT ? port : note(field, 'BadPort', `${field} must be a port from 1 to 65535`);
}

function readMode(side: Side, given: ChannelVariablesOf, port: number | null, { note }: ChannelNotes): TlsMode | null {
  const field: ChannelField = `${side}_TLS`;
  const text = given[field];
  if (text === undefined) return port === implicitPort[side] ? 'implicit' : 'starttls';
  return tlsModes.find((mode) => mode === text) ?? note(field, 'BadTls', `${field} must be implicit, starttls or none`);
}
