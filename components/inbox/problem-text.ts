import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';

/** What a user can do about an error, by its code. */
const nextSteps: Readonly<Record<string, string>> = {
  StaleVersion: 'Someone else has changed it in the meantime. You now see their version.',
  OpenSlot: 'Fill in every placeholder in square brackets first.',
  NoTemplate: 'There is no suggestion for this email. Write the reply yourself.',
  SendInProgress: 'It is being sent. Wait for the outcome.',
  OutcomeUnknown: 'It may or may not have been sent. Check the Sent mailbox first.',
  ChannelNotConfigured: 'This channel has no SMTP server, so it cannot send.',
  ChannelAuthFailed: 'The mail server rejected the login of this channel. Renew its password first.',
  DraftNotApproved: 'Approve it first.',
};

/** Returns true when the shown data is outdated. */
export const isStale = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'StaleVersion';

/**
 * Returns true when there was no response. The outcome is then unknown, and the next request would get no response
 * either.
 */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'Unreachable';

/** Returns an error as a text for the user. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? error.message : 'Something went wrong';
  if (isUnanswered(error))
    return `${sentence(error.message)} It may or may not have worked: check before you repeat it.`;
  const fields = Object.entries(error.details)
    .filter(([field]) => field !== 'responseCode')
    .map(([field, text]) => (field === 'response' ? `the server said “${text}”` : `${field} ${text}`));
  return [
    sentence([error.message, ...fields].join(': ')),
    nextSteps[error.code],
    error.retryAfter !== null && `Try again in ${error.retryAfter} s.`,
    error.requestId !== null && `Reference: ${error.requestId}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

type SendError = NonNullable<EmailDraftView['lastError']>;

/** Returns why a mail was not sent, in the server's words, and the next step if one is known. */
export function sendErrorText({ message, stage, responseCode }: SendError): string {
  const isLogin = stage === 'auth' && responseCode !== null && responseCode >= 500;
  return isLogin ? `${sentence(message)} ${nextSteps.ChannelAuthFailed}` : sentence(message);
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
