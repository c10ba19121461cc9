import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';

/** What went wrong: with one of the fields, or with the whole. */
export type SignInProblem = {
  readonly field: 'email' | 'code' | null;
  readonly text: string;
  /** The exact reason, for those who do more than show it. */
  readonly code?: string;
};

/** Says a failed call of sign-in in the words of the page. */
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
