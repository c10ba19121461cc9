import { MailboxError, type MailboxTrouble } from '#lib/crm/mailboxes/ports.ts';

/** The text of an error for a person, by its code. Codes that are not listed mean that the server is unreachable. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The mail server refused the connection: check host and port',
  ENOTFOUND: 'The name of the mail server is not known',
  EAI_AGAIN: 'The name of the mail server cannot be resolved right now',
  EHOSTUNREACH: 'The mail server cannot be reached from this network',
  ECONNRESET: 'The mail server closed the connection',
  NoConnection: 'The mail server closed the connection',
  EConnectionClosed: 'The mail server closed the connection',
  ClosedAfterConnectText: 'The mail server closes the connection at once: check the port',
  ClosedAfterConnectTLS: 'The mail server closes the connection at once: check the port',
  CONNECT_TIMEOUT: 'The mail server did not accept the connection in time',
  GREETING_TIMEOUT: 'The mail server sent no greeting: a port for implicit TLS needs IMAP_TLS=implicit',
  UPGRADE_TIMEOUT: 'The mail server did not finish STARTTLS',
  ETIMEOUT: 'The mail server stopped responding',
  ETHROTTLE: 'The mail server asks us to slow down',
  ERR_SSL_WRONG_VERSION_NUMBER: 'This port does not use implicit TLS: try IMAP_TLS=starttls',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name: set TLS_SERVERNAME',
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed: set TLS_CA to its authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'The authority of the certificate is unknown: set TLS_CA to it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The authority of the certificate is unknown: set TLS_CA to it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The authority of the certificate is unknown: set TLS_CA to it',
  NoStarttls: 'The mail server does not offer STARTTLS, which Plaza requires',
  MailboxMissing: 'There is no mailbox with this name',
  IdleRefused: 'The mail server rejected IDLE, the notification of new mail',
  SearchRefused: 'The mail server rejected the search',
};

/** Login rejections that say nothing about the password (RFC 5530). They are temporary. */
const passing = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN'];

/** Returns the trouble behind an error of the library. No text of the server is copied. */
export function troubleOf(error: unknown): MailboxTrouble {
  if (error instanceof MailboxError) return error.trouble;
  const facts: Record<string, unknown> = typeof error === 'object' && error !== null ? { ...error } : {};
  const text = (key: string): string => (typeof facts[key] === 'string' ? facts[key] : '');
  if (facts.authenticationFailed === true && !isLost(text('code'))) {
    const answer = text('serverResponseCode').toUpperCase();
    if (passing.includes(answer))
      return { kind: 'unreachable', code: answer, words: 'The mail server temporarily rejects the login' };
    return { kind: 'auth_failed', code: 'WrongLogin', words: 'The mail server rejected the user or password' };
  }
  const code =
    facts.mailboxMissing === true ? 'MailboxMissing' : facts.tlsFailed === true ? tlsCode(text('code')) : text('code');
  return {
    kind: 'unreachable',
    code: code || 'Unreachable',
    words: words[code] ?? 'The mail server cannot be reached',
  };
}

/** Returns true when the connection broke during the login, which proves nothing about the password. */
const isLost = (code: string): boolean => code !== '' && code in words;

const tlsCode = (code: string): string => (code === '' ? 'NoStarttls' : code);

export const trouble = (code: string): MailboxError =>
  new MailboxError({ kind: 'unreachable', code, words: words[code] ?? 'The mail server cannot be reached' });
