import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';

/** A sign-in error, either of one field or of the whole form. */
export type SignInProblem = {
  readonly field: 'email' | 'code' | null;
  readonly text: string;
  /** The error code of the API, for callers that react to specific errors. */
  readonly code?: string;
};

/** Returns the error text of a failed sign-in call in the language of the page. */
export function signInProblem(error: unknown, texts: Texts<'signIn'>, locale: Locale): SignInProblem {
  if (!(error instanceof ApiProblem)) return { field: null, text: texts.failed };
  return { ...spoken(error, texts, locale), code: error.code };
}

function spoken(error: ApiProblem, texts: Texts<'signIn'>, locale: Locale): SignInProblem {
  const { status, code, details, retryAfter } = error;
  if (code === 'SignInRefused') return { field: 'code', text: texts.refused };
  if ('email' in details) return { field: 'email', text: texts.badEmail };
  if (status === 400) return { field: 'code', text: texts.badCode };
  if (code === 'RateLimitError')
    return { field: null, text: fill(texts.wait, { minutes: Math.ceil((retryAfter ?? 60) / 60) }, locale) };
  if (code === 'MailNotConfigured') return { field: null, text: texts.noMail };
  return { field: null, text: code === 'Unreachable' ? texts.unreachable : texts.failed };
}
