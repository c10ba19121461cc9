import { headerText } from '#lib/core/header-text.ts';
import { isMailAddress } from '#lib/mail/headers/address.ts';
import { type ChannelNotes, type ChannelVariablesOf, openNotes } from './channel-notes.ts';
import { readServer, readTls, type TlsWorld } from './channel-server.ts';
import type { Channel, ChannelProblem, MailOauth, MailServer } from './ports.ts';
import type { ChannelField } from './values.ts';

type ReadChannel = { readonly channel: Channel; readonly problems: readonly ChannelProblem[] };

/** Reads the variables of one channel. An invalid part becomes null and is reported. The rest of the channel works. */
export function readChannel(id: string, given: ChannelVariablesOf, world: TlsWorld): ReadChannel {
  const notes = openNotes(id);
  const name = headerText(given.NAME ?? id.charAt(0).toUpperCase() + id.slice(1));
  const address = readAddress(given, notes);
  const signIn = readSignIn(given, notes);
  const tls = signIn === null ? null : readTls(given, notes, world);
  const imap = readServer('IMAP', given, notes, { tls, login: imapLogin(given, notes, signIn) });
  const smtp = readServer('SMTP', given, notes, { tls, login: smtpLogin(given, notes, signIn) });
  choiceOf(given, notes, 'FLOW', ['standard']);
  const channel: Channel = {
    id,
    name,
    flow: 'standard',
    address: address ?? '',
    aliases: readAliases(given, notes),
    fromName: headerText(given.FROM_NAME ?? name),
    replyTo: readReplyTo(given, notes),
    signature: given.SIGNATURE?.replaceAll('\\n', '\n') ?? null,
    mailbox: given.MAILBOX ?? 'INBOX',
    imap,
    // A channel without its own address has no sender address, so it cannot send.
    smtp: address === null ? null : smtp,
    canSend: address !== null && smtp !== null,
    shown: shownOf(given),
    oauth: signIn === 'password' ? null : signIn,
    sentMailbox: given.SENT_MAILBOX ?? null,
    sentAppend: choiceOf(given, notes, 'SENT_APPEND', ['false', 'true']) === 'true',
    plusTokens: choiceOf(given, notes, 'PLUS_TOKENS', ['false', 'true']) === 'true',
    authservId: given.AUTHSERV_ID?.toLowerCase() ?? null,
    ai: choiceOf(given, notes, 'AI', ['on', 'off']) === 'on',
  };
  return { channel, problems: notes.problems };
}

/**
 * Returns one of a closed set of values, by default the first. An invalid value is reported and replaced by the first.
 */
function choiceOf(given: ChannelVariablesOf, { note }: ChannelNotes, field: ChannelField, choices: readonly string[]) {
  const text = given[field];
  if (text === undefined || choices.includes(text)) return text ?? choices[0];
  note(field, 'BadValue', `${field} must be ${choices.join(' or ')}`);
  return choices[0];
}

function readAddress(given: ChannelVariablesOf, { note }: ChannelNotes): string | null {
  if (given.ADDRESS !== undefined)
    return isMailAddress(given.ADDRESS)
      ? given.ADDRESS.toLowerCase()
      : note('ADDRESS', 'BadAddress', 'ADDRESS must be one plain email address');
  const user = [given.IMAP_USER, given.SMTP_USER].find((text) => text !== undefined && isMailAddress(text));
  return (
    user?.toLowerCase() ??
    note('ADDRESS', 'MissingAddress', 'ADDRESS is missing, and neither IMAP_USER nor SMTP_USER is an email address')
  );
}

function readAliases(given: ChannelVariablesOf, { note }: ChannelNotes): readonly string[] {
  const named = (given.ALIASES ?? '').split(',').map((part) => part.trim().toLowerCase());
  const aliases = [...new Set(named.filter((part) => part !== ''))];
  const good = aliases.filter(isMailAddress);
  if (good.length < aliases.length)
    note('ALIASES', 'BadAddress', 'ALIASES must be plain email addresses, separated by commas');
  return good;
}

function readReplyTo(given: ChannelVariablesOf, { note }: ChannelNotes): string | null {
  if (given.REPLY_TO === undefined) return null;
  if (isMailAddress(given.REPLY_TO)) return given.REPLY_TO.toLowerCase();
  return note('REPLY_TO', 'BadAddress', 'REPLY_TO must be one plain email address');
}

/**
 * Returns how the channel signs in to both servers. Returns null when OAuth is selected but its settings are missing or
 * invalid.
 */
function readSignIn(given: ChannelVariablesOf, notes: ChannelNotes): MailOauth | 'password' | null {
  const way = given.AUTH ?? 'password';
  if (way === 'password') return 'password';
  if (way !== 'oauth2') return notes.note('AUTH', 'BadValue', 'AUTH must be password or oauth2');
  const missing = (
    ['OAUTH_TOKEN_URL', 'OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET', 'OAUTH_REFRESH_TOKEN'] as const
  ).filter((field) => given[field] === undefined);
  for (const field of missing) notes.note(field, 'OauthIncomplete', `${field} is missing: AUTH is oauth2`);
  const tokenUrl = given.OAUTH_TOKEN_URL ?? '';
  if (tokenUrl !== '' && !isTokenUrl(tokenUrl))
    return notes.note('OAUTH_TOKEN_URL', 'OauthIncomplete', 'OAUTH_TOKEN_URL must be an https address');
  if (missing.length > 0) return null;
  return {
    tokenUrl,
    clientId: given.OAUTH_CLIENT_ID ?? '',
    clientSecret: given.OAUTH_CLIENT_SECRET ?? '',
    refreshToken: given.OAUTH_REFRESH_TOKEN ?? '',
  };
}

/** Returns true for an https address, or for plain http to this machine, because the request carries secrets. */
const isTokenUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
};

type Login = Pick<MailServer, 'user' | 'password'> | null;

function imapLogin(given: ChannelVariablesOf, { note }: ChannelNotes, signIn: MailOauth | 'password' | null): Login {
  const needsPassword = signIn === 'password' && given.IMAP_PASSWORD === undefined;
  if (given.IMAP_USER === undefined) note('IMAP_USER', 'MissingImapUser', 'IMAP_USER is missing');
  if (needsPassword) note('IMAP_PASSWORD', 'MissingImapPassword', 'IMAP_PASSWORD is missing');
  if (signIn === null || given.IMAP_USER === undefined || needsPassword) return null;
  return { user: given.IMAP_USER, password: signIn === 'password' ? (given.IMAP_PASSWORD ?? null) : null };
}

function smtpLogin(given: ChannelVariablesOf, { note }: ChannelNotes, signIn: MailOauth | 'password' | null): Login {
  const user = given.SMTP_USER ?? given.IMAP_USER ?? '';
  if (signIn === null) return null;
  if (signIn !== 'password') return { user, password: null };
  // A relay in the internal network may require no login.
  if (user === '') return { user, password: null };
  const password = given.SMTP_PASSWORD ?? given.IMAP_PASSWORD;
  if (password !== undefined) return { user, password };
  // Without SMTP_USER, this half lacks the same password as IMAP, and IMAP has reported it.
  if (given.SMTP_USER === undefined) return null;
  return note('SMTP_PASSWORD', 'MissingSmtpPassword', 'SMTP_PASSWORD is missing, and IMAP_PASSWORD is not set either');
}

const shownOf = (given: ChannelVariablesOf) => ({
  imapHost: given.IMAP_HOST ?? '',
  imapUser: given.IMAP_USER ?? '',
  smtpHost: given.SMTP_HOST ?? '',
  smtpUser: given.SMTP_USER ?? (given.SMTP_HOST === undefined ? '' : (given.IMAP_USER ?? '')),
  hasImapPassword: given.IMAP_PASSWORD !== undefined,
  hasSmtpPassword:
    (given.SMTP_PASSWORD ?? (given.SMTP_HOST === undefined ? undefined : given.IMAP_PASSWORD)) !== undefined,
});
