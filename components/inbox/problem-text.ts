import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { Say } from '#lib/i18n/console/texts.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';

/** The errors with a text that says what to do about them. */
const steps = [
  'StaleVersion',
  'OpenSlot',
  'NoTemplate',
  'SendInProgress',
  'OutcomeUnknown',
  'ChannelNotConfigured',
  'ChannelAuthFailed',
  'DraftNotApproved',
] as const;

/** The errors with a text of the console. Others are shown in the words of the API. */
const problems = [
  'InvalidTransition',
  'SendRefused',
  'SendFailed',
  'TaskCancelled',
  'ConfirmMismatch',
  'ValidationError',
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'RateLimitError',
  'InternalServerError',
  'ServiceUnavailable',
] as const;

/** Returns true when the shown data is outdated. */
export const isStale = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'StaleVersion';

/**
 * Returns true when there was no response. The outcome is then unknown, and the next request would get no response
 * either.
 */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'Unreachable';

/** Returns an error as a text for the user. */
export function problemText(error: unknown, t: Say<'inbox'>): string {
  if (!(error instanceof ApiProblem)) return t('wrong');
  if (isUnanswered(error)) return `${t('problem_Unreachable')} ${t('maybeDone')}`;
  return [
    reasonOf(error, t),
    error.retryAfter !== null && t('retryIn', { s: error.retryAfter }),
    error.requestId !== null && `${t('reference', { id: error.requestId })}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function reasonOf({ code, message, details }: ApiProblem, t: Say<'inbox'>): string {
  const step = steps.find((known) => known === code);
  if (step) return t(`step_${step}`);
  if (code === 'ValidationError' && details.toEmail !== undefined) return t('problem_recipient');
  const problem = problems.find((known) => known === code);
  const said = details.response === undefined ? '' : ` ${t('serverSaid', { text: details.response })}`;
  return `${problem ? t(`problem_${problem}`) : sentence(message)}${said}`;
}

type SendError = NonNullable<EmailDraftView['lastError']>;

/** Returns why a mail was not sent, with the words of the mail server if it said any, and the next step if one is known. */
export function sendErrorText({ message, stage, responseCode, code }: SendError, t: Say<'inbox'>): string {
  if (code === 'Interrupted') return t('sendStopped');
  if (responseCode === null) return t(`stage_${stage}`);
  const said = t('serverSaid', { text: message });
  return stage === 'auth' && responseCode >= 500 ? `${said} ${t('step_ChannelAuthFailed')}` : said;
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
