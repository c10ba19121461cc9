import { headersOf } from '#lib/mail/headers/headers.ts';
import type { BounceRecipient, BounceReport, ParsedMail } from '#lib/mail/ports.ts';
import type { BounceOutcome, BounceReason } from '#lib/mail/values.ts';
import { addressesOf, noticeRecipients, noticeText } from './notice.ts';
import { noticeBody, noticeSubject } from './notice-words.ts';
import { originalMessageId } from './original-message.ts';
import { providerNotice } from './provider.ts';
import { bounceReason, deadReasons, lastingReasons } from './reason.ts';
import { type ReportFields, reportGroups, typedValue } from './report-fields.ts';
import { isVague, smtpCodes } from './smtp-codes.ts';

const MAX_RECIPIENTS = 100;
const DELAYED =
  /delay(?:ed)?\b|warning message only|this is a warning|will be (?:retried|repeated)|still being retried|will retry|not yet (?:been )?delivered|temporary failure report|retried until|配信が遅れ|遅延し(?:て|まし)|再送(?:信)?を?(?:試み|続け|行)|まだ配信されていません/i;
/** Matches the words for a temporary and for a permanent refusal, in a notice without any code. */
const PASSING =
  /temporar(?:y|ily)|try (?:again |it )?later|deferred|greylist|currently (?:unavailable|not available)|一時的/i;
const FINAL =
  /permanent|giv(?:e|ing) up|given up|undeliver|returned|could ?n[o']t be delivered|failed|will not (?:be )?retr|できません(?:でした)?/i;

/** The raw facts about one recipient. */
type Found = {
  readonly address: string;
  readonly status: string | null;
  readonly action: string | null;
  readonly diagnostic: string | null;
  /** What the notice's text says about the recipient. */
  readonly words: string;
};

/**
 * Reads a bounce: the outcome, its recipients and reasons, and whether the address does not exist. Codes come from the
 * machine-readable part (RFC 3464), else from a provider's JSON, else from the text of the notice.
 */
export function bounceReport(mail: ParsedMail): BounceReport {
  const provider = providerNotice(mail.text);
  const groups = statusGroups(mail);
  const notice = provider ? '' : noticeText(mail);
  const inWords = provider ? (provider.transient ? 'transient' : 'permanent') : outcomeInWords(mail, notice);
  const found = provider
    ? provider.recipients.map((recipient) => ({ ...recipient, words: '' }))
    : fromReport(mail, groups, notice);
  const weighed = found.slice(0, MAX_RECIPIENTS).map((recipient) => weigh(recipient, inWords, notice));
  return {
    outcome: weighed.length > 0 ? outcomeOf(weighed.map(({ outcome }) => outcome)) : inWords,
    hard: weighed.some(({ outcome, recipient }) => outcome === 'permanent' && deadReasons.has(recipient.reason)),
    recipients: weighed.map(({ recipient }) => recipient),
    originalMessageId: provider?.originalMessageId?.replace(/^<|>$/g, '') ?? originalMessageId(mail),
    feedbackType: null,
    reportingMta: (provider?.reportingMta ?? typedValue(first(groups, 'reporting-mta')))?.slice(0, 255) ?? null,
  };
}

/** Returns the outcome that the notice states in words, before any code is read. */
function outcomeInWords(mail: ParsedMail, notice: string): BounceOutcome {
  if (DELAYED.test(mail.subject) || DELAYED.test(notice.slice(0, 4000))) return 'transient';
  return noticeSubject.test(mail.subject) || noticeBody.test(notice) ? 'permanent' : 'unknown';
}

/** Returns the groups of the report part. Some programs write them into the text instead. */
function statusGroups(mail: ParsedMail): ReportFields[] {
  const parts = mail.reports.filter(({ contentType }) => contentType.endsWith('delivery-status'));
  if (parts.length > 0) return parts.flatMap(({ text }) => reportGroups(text));
  return /^final-recipient:/im.test(mail.text) ? reportGroups(mail.text) : [];
}

const first = (groups: readonly ReportFields[], name: string) => groups.find((group) => group.has(name))?.get(name);

/**
 * Returns the recipients of the machine-readable part, each with the text about it. Without such a part, returns the
 * recipients in the notice's text.
 */
function fromReport(mail: ParsedMail, groups: readonly ReportFields[], notice: string): Found[] {
  const failed = addressesOf(headersOf(mail.headers, 'x-failed-recipients').join(', '));
  const about = groups.filter((group) =>
    ['final-recipient', 'original-recipient', 'action', 'status'].some((name) => group.has(name)),
  );
  if (about.length === 0) {
    const bystanders = new Set([...mail.to, ...mail.from].map(({ address }) => address.toLowerCase()));
    return noticeRecipients(notice || mail.text.slice(0, 16_384), failed, bystanders).map(({ address, words }) => ({
      address,
      status: null,
      action: null,
      diagnostic: null,
      words,
    }));
  }
  const named = about.map((group, at) => addressOf(group) ?? failed[at] ?? '');
  const words = noticeRecipients(
    notice,
    named.filter((address) => address !== ''),
    new Set(),
  );
  return about.map((group, at) => ({
    address: named[at] ?? '',
    status: /[245]\.\d{1,3}\.\d{1,3}/.exec(group.get('status') ?? '')?.[0] ?? null,
    action: group.get('action')?.toLowerCase().slice(0, 40) ?? null,
    diagnostic: typedValue(group.get('diagnostic-code')),
    words: words.find(({ address }) => address === named[at])?.words ?? notice,
  }));
}

function addressOf(group: ReportFields): string | null {
  for (const name of ['final-recipient', 'original-recipient', 'x-actual-recipient']) {
    const value = typedValue(group.get(name));
    if (value?.includes('@') && !value.startsWith('|')) return value.replace(/^<|>$/g, '').toLowerCase().slice(0, 320);
  }
  return null;
}

function weigh(
  found: Found,
  inWords: BounceOutcome,
  notice: string,
): { outcome: BounceOutcome; recipient: BounceRecipient } {
  const { address, action, diagnostic } = found;
  const said = smtpCodes(diagnostic ?? '');
  const told = smtpCodes(linesAbout(found));
  const status = said.status ?? (isVague(found.status) ? null : found.status) ?? told.status ?? found.status;
  const replyCode = said.replyCode ?? told.replyCode;
  const words = diagnostic ?? found.words;
  const refused = bounceReason({ words, status, transcript: `${found.words}\n${notice}` });
  // A code says more than a phrase: "550 … temporarily denied" is permanent.
  const hasFigure = status !== null || replyCode !== null;
  const outcome = outcomeOfOne({ action, status, replyCode }, hasFigure ? inWords : byPhrase(words, refused, inWords));
  const reason = outcome === 'delivered' ? 'delivered' : refused;
  const shown = diagnostic ?? (linesAbout(found) || null);
  return {
    outcome,
    recipient: {
      address: address.slice(0, 320),
      status,
      replyCode,
      action,
      diagnostic: shown?.replace(/\s+/g, ' ').trim().slice(0, 1000) || null,
      reason,
    },
  };
}

/** Returns the text about a recipient, without the general failure that a program appends to the transcript. */
const linesAbout = ({ words }: Found) =>
  words
    .split('\n')
    .filter((line) => !/^\s*(?:>>>|In:|<<< 503|503 |554 5\.0\.0 Service unavailable)/.test(line))
    .join('\n');

function outcomeOfOne(
  seen: { action: string | null; status: string | null; replyCode: string | null },
  inWords: BounceOutcome,
): BounceOutcome {
  if (seen.action === 'failed') return 'permanent';
  if (seen.action === 'delayed') return 'transient';
  if (seen.action === 'delivered' || seen.action === 'relayed' || seen.action === 'expanded') return 'delivered';
  if (inWords === 'transient') return 'transient';
  if (seen.status?.startsWith('2') || (seen.status === null && seen.replyCode?.startsWith('2'))) return 'delivered';
  return seen.status !== null || seen.replyCode !== null ? 'permanent' : inWords;
}

/**
 * Returns the outcome of a notice without any code. Words for a temporary failure decide first, then the reason of the
 * refusal.
 */
function byPhrase(words: string, reason: BounceReason, inWords: BounceOutcome): BounceOutcome {
  if (inWords === 'transient') return inWords;
  const said = words.slice(0, 4000);
  if (PASSING.test(said) && !FINAL.test(said)) return 'transient';
  return inWords === 'unknown' && lastingReasons.has(reason) ? 'permanent' : inWords;
}

function outcomeOf(outcomes: readonly BounceOutcome[]): BounceOutcome {
  for (const outcome of ['permanent', 'transient', 'delivered'] as const)
    if (outcomes.includes(outcome)) return outcome;
  return 'unknown';
}
