import type { Context, UserContext } from '#lib/context/context.ts';
import { type AppError, codeOf, conflict, invalid, unavailable } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { MINUTE_MS, msUntil, SECOND_MS } from '#lib/core/time.ts';
import { needDraft } from '#lib/crm/drafts/draft-rows.ts';
import { outcomeUnknown } from '#lib/crm/drafts/draft-states.ts';
import { noteSending } from '#lib/crm/mailboxes/note-sending.ts';
import type { SmtpSeen } from '#lib/crm/mailboxes/ports.ts';
import type { SendStage } from '#lib/crm/mailboxes/values.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { DraftSent, SendDraftInput } from '#lib/crm/schemas/draft-input.ts';
import { cut } from '#lib/mail/headers/reply-headers.ts';
import { claimSend, type SendCause, type SendClaim } from './claim-send.ts';
import { scheduleSend } from './schedule-send.ts';
import { promiseSentCopy } from './sent-copy.ts';
import { type SendError, type SendVerdict, settleSend } from './settle-send.ts';
import { smtpOutcome } from './smtp-outcome.ts';

/** The `Retry-After` of a failed send that is not retried automatically. */
const ASK_AGAIN_MS = 5 * MINUTE_MS;

/**
 * Sends an approved draft at most once: claims it, mails it, then settles it. For a draft that was already sent it
 * returns the stored Message-ID and mails nothing. Of concurrent calls only one mails. `undoSeconds` holds the mail
 * back for that time. Throws SendRefused, SendFailed, ChannelAuthFailed, ChannelNotConfigured, and OutcomeUnknown when
 * the outcome is unknown.
 */
export async function sendDraft(ctx: UserContext, id: string, input: SendDraftInput): Promise<DraftSent> {
  const { undoSeconds, ...wish } = input;
  if (undoSeconds !== undefined) return scheduleSend(ctx, id, wish, undoSeconds);
  const { draft, seen, replay } = await attemptSend(ctx, id, { by: 'person', wish });
  const failure = seen && failureOf(seen, draft, ctx.now());
  if (failure) throw failure;
  return { success: true, messageId: `<${draft.messageId ?? ''}>`, status: 'sent', replay, sendAt: null };
}

export type Attempted = {
  readonly draft: EmailDraft;
  /** Null when the draft was already sent, so nothing was tried. */
  readonly seen: Seen | null;
  readonly replay: boolean;
};

/** Runs one attempt to send a draft: claim, mail, settle. Throws when no attempt is allowed. */
export async function attemptSend(ctx: Context, id: string, cause: SendCause): Promise<Attempted> {
  const claimed = await claimSend(ctx, id, cause);
  if (claimed.claim === null) return { draft: claimed.sent, seen: null, replay: true };
  const { claim } = claimed;
  await fault('send.after_claim');
  const seen = await mail(ctx, claim);
  await fault('send.after_accept');
  try {
    const draft = await settle(ctx, claim, seen);
    return { draft, seen, replay: false };
  } finally {
    if (seen.smtp) await noteSending(ctx, claim.reply.channel, seen.smtp);
  }
}

type Seen = { readonly verdict: SendVerdict; readonly smtp: SmtpSeen | null; readonly auth: boolean };

/**
 * Hands the mail to the SMTP server of its channel. An exception here is our own error and proves nothing about the
 * mail.
 */
async function mail(ctx: Context, { reply: { channel, to }, raw }: SendClaim): Promise<Seen> {
  const at = () => ctx.now().toISOString();
  try {
    const smtp = await ctx.channelSender.send(channel, { envelope: { from: channel.address, to: to.email }, raw });
    const outcome = smtpOutcome(smtp);
    if (outcome.state === 'sent') return { verdict: { state: 'sent', evidence: 'server' }, smtp, auth: false };
    const error = errorOf(smtp, outcome.state, at());
    if (outcome.state === 'unknown') return { verdict: { state: 'unknown', error }, smtp, auth: false };
    return { verdict: { state: 'failed', retry: outcome.retry, error }, smtp, auth: outcome.auth };
  } catch (cause) {
    const isRefusal = codeOf(cause) === 'ChannelNotConfigured';
    ctx.log('error', 'send.threw', { channelId: channel.id, error: cause });
    const code = isRefusal ? 'ChannelNotConfigured' : 'SenderFailed';
    const error = { code, responseCode: null, stage: 'connect', message: words.connect, at: at() } as const;
    const verdict = isRefusal
      ? ({ state: 'failed', retry: false, error } as const)
      : ({ state: 'unknown', error } as const);
    return { verdict, smtp: null, auth: false };
  }
}

const words: Readonly<Record<SendStage, string>> = {
  connect: 'The mail server could not be reached',
  greeted: 'The mail server ended the connection after its greeting',
  auth: 'The mail server ended the connection during the login',
  mail: 'The mail server ended the connection after the sender',
  rcpt: 'The mail server ended the connection after the recipient',
  data: 'The mail server ended the connection before the text was sent',
  body: 'The mail server ended the connection while the text was sent or after it',
};

const errorOf = ({ code, responseCode, stage, response }: SmtpSeen, state: string, at: string): SendError => ({
  code: (code ?? (state === 'unknown' ? 'OutcomeUnknown' : 'NotAccepted')).slice(0, 60),
  responseCode,
  stage,
  message: cut(response ?? words[stage], 200),
  at,
});

async function settle(ctx: Context, { id, attempt, reply, raw }: SendClaim, { verdict }: Seen): Promise<EmailDraft> {
  await fault('send.before_settle');
  const settled = (await settleSend(ctx, id, attempt, verdict)) ?? (await settledSo(ctx, id, attempt, verdict));
  // Another process has already given this attempt up as lost. The outcome must be checked, not reported as a success.
  if (settled === null) throw outcomeUnknown();
  if (verdict.state === 'sent') await promiseSentCopy(ctx, reply, raw);
  return settled;
}

const settledStatuses = { sent: 'sent', failed: 'failed', unknown: 'send_unknown' } as const;

/**
 * Returns the draft when this attempt is already stored with this outcome, or null. Firestore may repeat an applied
 * commit, and the repeat finds the attempt settled.
 */
async function settledSo(
  ctx: Context,
  id: string,
  attempt: number,
  { state }: SendVerdict,
): Promise<EmailDraft | null> {
  const { draft } = await needDraft(ctx.data, id);
  return draft.attempts === attempt && draft.status === settledStatuses[state] ? draft : null;
}

/** Returns the error to report for an attempt, or null for a successful one. */
function failureOf({ verdict, smtp, auth }: Seen, { nextAttemptAt }: EmailDraft, now: Date): AppError | null {
  if (verdict.state === 'sent') return null;
  if (verdict.state === 'unknown') return outcomeUnknown();
  const { code, responseCode, message } = verdict.error;
  if (code === 'ChannelNotConfigured') return unavailable('The channel of this thread cannot send', { code });
  if (auth) return unavailable('The mail server refuses the login of the channel', { code: 'ChannelAuthFailed' });
  if (smtp?.command === 'API')
    return invalid('The email cannot be sent to this address', { toEmail: 'is not a valid recipient' });
  if (!verdict.retry)
    return conflict('The mail server rejected this email', {
      code: 'SendRefused',
      details: { responseCode: String(responseCode ?? ''), response: message },
    });
  const waitMs = nextAttemptAt === null ? ASK_AGAIN_MS : msUntil(nextAttemptAt, now);
  return unavailable('The mail was not sent', {
    code: 'SendFailed',
    retryAfter: Math.max(1, Math.ceil(waitMs / SECOND_MS)),
  });
}
