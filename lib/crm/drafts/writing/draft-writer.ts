import type { Context, UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { findOrderNumber } from '#lib/core/order-number.ts';
import { askModel } from '#lib/crm/assistant/ask-model.ts';
import { mayAsk, type StepResult } from '#lib/crm/assistant/classify-mail.ts';
import { MOST_MESSAGES, type PromptMail, promptData } from '#lib/crm/assistant/prompt-text.ts';
import {
  type DraftAnswer,
  draftAnswer,
  draftInstructions,
  MOST_DRAFT,
  PROMPT_VERSION,
} from '#lib/crm/assistant/prompts.ts';
import { embeddedUsage, recordUsage } from '#lib/crm/assistant/usage.ts';
import { ENRICH_VERSION } from '#lib/crm/assistant/values.ts';
import { EmailThreads } from '#lib/crm/collections.ts';
import { activeDraftOf, isTouchedByPerson, mailToAnswer } from '#lib/crm/drafts/draft-rows.ts';
import { type Proposal, type Proposed, proposeDraft } from '#lib/crm/drafts/drafts.ts';
import { openSlotsOf } from '#lib/crm/drafts/open-slots.ts';
import { latestMessages } from '#lib/crm/drafts/queries.ts';
import { ownAddresses } from '#lib/crm/mailboxes/channels.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { getLivingThread, idsOfThread } from '#lib/crm/threads/living-thread.ts';
import type { ThreadFlag } from '#lib/crm/threads/values.ts';
import { foundBy } from '#lib/data/queried-tx.ts';
import type { Row } from '#lib/data/store.ts';
import { locales } from '#lib/i18n/values.ts';
import { classifyByRules, RULES_VERSION } from '#lib/language/classify.ts';
import type { MailLanguage } from '#lib/language/language.ts';
import { draftFromTemplate, isPerson } from '#lib/language/templates/draft-from-template.ts';
import type { Intent } from '#lib/language/values.ts';
import { isOneOf } from '#lib/mail/headers/address.ts';
import { replyRecipient } from '#lib/mail/headers/reply-headers.ts';
import { isNoReply } from '#lib/mail/no-reply.ts';
import { newMark } from '#lib/settings/model/prompt-marks.ts';
import { aiAccess } from '#lib/settings/settings.ts';
import { foreignLinksOf } from './foreign-links.ts';
import { plainOutput } from './plain-output.ts';
import { replyTask } from './reply-task.ts';
import { authorText } from './reply-text.ts';

const LOOKED_THROUGH = 20;
/** Mails with these intents get no automatic draft. */
const silent: readonly Intent[] = ['spam', 'unsubscribe'];

type Mail = Row<EmailMessage>;
type Thread = Row<EmailThread>;
type Written = Omit<Proposal, 'threadId' | 'replyToMessageId' | 'key'>;
type Outcome =
  | { readonly kind: 'written'; readonly draft: Written; readonly flag: ThreadFlag | null }
  | { readonly kind: 'none'; readonly flag: ThreadFlag | null }
  | { readonly kind: 'later' };

/**
 * Proposes a reply to a mail, from the model or else from the approved templates. When neither has a text, a task asks
 * a person to write the reply. `mayDraft` decides whether a draft is wanted at all. A repeat finds the first proposal.
 */
export async function writeDraft(ctx: Context, mail: Mail, mayWait: boolean): Promise<StepResult> {
  const thread = await getLivingThread(ctx.data, mail.data.threadId);
  if (!(await mayDraft(ctx, thread, mail))) return 'done';
  const outcome = await written(ctx, thread, mail, mayWait);
  if (outcome.kind === 'later') return 'later';
  if (outcome.kind === 'written')
    await proposeDraft(ctx, { ...outcome.draft, ...answering(thread, mail), key: `${mail.id}:${ENRICH_VERSION}` });
  else await replyTask(ctx, thread.id, mail);
  await flagThread(ctx, thread.id, outcome.flag);
  return 'done';
}

const answering = (thread: Thread, mail: Mail) => ({ threadId: thread.id, replyToMessageId: mail.id });

/**
 * Writes a proposal that a person asks for, whatever the mail is about. A draft that a person is working on is not
 * replaced. Throws NoTemplate when there is nothing to write from.
 */
export async function generateDraft(ctx: UserContext, threadId: string): Promise<Proposed> {
  const thread = await getLivingThread(ctx.data, threadId);
  const mail = await mailToAnswer(ctx.data, foundBy(ctx.data), thread);
  if (mail?.data.kind !== 'human' || thread.data.erasedAt !== null || isNoReply(mail.data.from.email))
    throw noTemplate();
  const outcome = await written(ctx, thread, mail, false);
  if (outcome.kind !== 'written') throw noTemplate();
  await flagThread(ctx, thread.id, outcome.flag);
  return proposeDraft(ctx, { ...outcome.draft, ...answering(thread, mail), key: null });
}

const noTemplate = () => conflict('There is no template for this draft', { code: 'NoTemplate' });

/** Returns the latest messages of a thread, newest first. */
const mailsOf = async ({ data }: Pick<Context, 'data'>, thread: Thread): Promise<readonly Mail[]> =>
  (await data.find(latestMessages(idsOfThread(thread), LOOKED_THROUGH))).rows;

/** Returns true when an automatic draft is wanted. */
async function mayDraft(ctx: Context, thread: Thread, mail: Mail): Promise<boolean> {
  const { data: about } = thread;
  if (about.status === 'resolved' || about.erasedAt !== null || mail.data.erasedAt !== null) return false;
  if (mail.data.intent === null || silent.includes(mail.data.intent) || isNoReply(mail.data.from.email)) return false;
  // The sender forged our own address, so a reply would go to ourselves.
  if (isOneOf(ownAddresses(ctx), mail.data.from.email)) return false;
  if (!mayAsk(ctx, about.sourceChannel)) return false;
  if (!(await aiAccess(ctx)).settings.crmDrafts) return false;
  // A person's later mail gets its own draft, and staff may also have answered in another mail program.
  if (about.latestId !== mail.id) return false;
  // A draft that is being sent may fail or get lost. Settling it enqueues this step again.
  const active = await activeDraftOf(ctx.data, thread);
  return active === null || !isTouchedByPerson(active.data);
}

async function written(ctx: Context, thread: Thread, mail: Mail, mayWait: boolean): Promise<Outcome> {
  const mails = (await mailsOf(ctx, thread)).filter(({ data }) => data.erasedAt === null && isTalk(data));
  const shown = await Promise.all(
    [...mails]
      .slice(0, MOST_MESSAGES)
      .reverse()
      .map(async (row) => ({ ...promptMailOf(row), text: await authorText(ctx, row) })),
  );
  const text = await authorText(ctx, mail);
  const language = languageFor(ctx, thread, mail, text);
  const mark = newMark('mail');
  const asked = mayAsk(ctx, thread.data.sourceChannel)
    ? await askModel(ctx, {
        purpose: 'draft',
        promptVersion: PROMPT_VERSION,
        instructions: draftInstructions(mark, { shopName: shopNameOf(ctx, thread), origin: ctx.origin, language }),
        data: promptData(shown, mark),
        schema: draftAnswer,
        threadId: thread.id,
        messageId: mail.id,
      })
    : ({ kind: 'off' } as const);
  if (asked.kind === 'answer') {
    const draft = fromModel(ctx, asked, shown);
    if (draft) return { kind: 'written', draft, flag: null };
  }
  if (asked.kind === 'failed' && asked.retry && mayWait) return { kind: 'later' };
  const flag = asked.kind === 'spent' ? 'budgetExhausted' : asked.kind === 'off' ? null : 'aiFallback';
  return byTemplate(ctx, thread, mail, { text, language: templateLanguage(language), flag });
}

/** Returns true for mails that belong to the conversation: those of people and our own. */
const isTalk = ({ kind, deliveryStatus }: EmailMessage): boolean =>
  (kind === 'human' || kind === 'own') && deliveryStatus !== 'failed' && deliveryStatus !== 'sending';

const promptMailOf = ({ data }: Mail): Omit<PromptMail, 'text'> => ({
  from: data.direction === 'inbound' && data.kind === 'human' ? 'customer' : 'shop',
  subject: data.subject,
});

const shopNameOf = (ctx: Context, { data }: Thread): string =>
  ctx.channels.all.find(({ id }) => id === data.sourceChannel)?.fromName ?? 'Plaza';

const languageFor = (ctx: Context, { data }: Thread, mail: Mail, text: string): string =>
  data.language ?? classifyByRules({ subject: mail.data.subject, text }).language ?? ctx.env.DEFAULT_LOCALE;

/** Returns the language of the template. A customer whose language has no templates gets English. */
const templateLanguage = (language: string): MailLanguage => locales.find((locale) => locale === language) ?? 'en';

type Said = { readonly value: DraftAnswer; readonly provider: string; readonly model: string };

/**
 * Returns the model's reply as plain text, or null when nothing is left of it. Facts that the model reports as missing
 * become placeholders.
 */
function fromModel(ctx: Context, { value, provider, model }: Said, mails: readonly PromptMail[]): Written | null {
  const plain = plainOutput(value.body, MOST_DRAFT);
  if (plain === '') return null;
  const open = openSlotsOf(plain).map((slot) => slot.toLowerCase());
  const missing = value.missing
    .map((name) => plainOutput(name.replaceAll(/[[\]\n]/g, ' '), 60).trim())
    .filter((name) => /\p{L}/u.test(name) && !open.some((slot) => slot.includes(name.toLowerCase())));
  const asksBack = open.length > 0 || missing.length === 0;
  const body = asksBack ? plain : `${plain}\n\n${missing.map((name) => `[${name}]`).join('\n')}`;
  return {
    body,
    source: 'ai',
    provider: provider.slice(0, 60),
    model: model.slice(0, 120),
    promptVersion: PROMPT_VERSION,
    confidence: value.confidence,
    foreignLinks: foreignLinksOf(body, { ownHosts: ownHostsOf(ctx), mails: mails.map(({ text }) => text) }),
  };
}

/** Returns the hosts that links in our drafts may use: the shop's own host and the domains of our channels. */
function ownHostsOf(ctx: Context): string[] {
  const addresses = ctx.channels.all.flatMap(({ address, aliases }) => [address, ...aliases]);
  const domains = addresses.map((address) => address.slice(address.lastIndexOf('@') + 1));
  return [new URL(ctx.origin).hostname, ...domains].filter((host) => host !== '');
}

type Way = { readonly text: string; readonly language: MailLanguage; readonly flag: ThreadFlag | null };

async function byTemplate(ctx: Context, thread: Thread, mail: Mail, { text, language, flag }: Way): Promise<Outcome> {
  const from = performance.now();
  const byRules = classifyByRules({ subject: mail.data.subject, text });
  const orderNumber = findOrderNumber(`${mail.data.subject}\n${text}`);
  // The order is looked up by the address that receives the reply. A mail may claim one sender and ask for replies at
  // another address.
  const order = await ctx.customerOrders.find({ email: replyRecipient(mail.data).email, number: orderNumber });
  const channel = ctx.channels.all.find(({ id }) => id === thread.data.sourceChannel);
  const name = mail.data.from.name;
  const body = draftFromTemplate(mail.data.intent ?? byRules.intent, language, {
    name: name !== null && isPerson(name) ? name : null,
    orderNumber,
    order,
    closingName: channel?.signature ? null : shopNameOf(ctx, thread),
  });
  const latencyMs = Math.round(performance.now() - from);
  const about = { purpose: 'draft', threadId: thread.id, messageId: mail.id, latencyMs } as const;
  const id = newId('modelUse');
  await ctx.data.batch((write) => recordUsage(write, id, embeddedUsage(about), ctx.now()));
  if (body === null) return { kind: 'none', flag };
  const draft: Written = {
    body,
    source: 'template',
    provider: 'embedded',
    model: null,
    promptVersion: RULES_VERSION,
    confidence: byRules.intent === mail.data.intent ? byRules.confidence : 'low',
    foreignLinks: [],
  };
  return { kind: 'written', draft, flag };
}

/** Flags the thread with the reason why the model wrote no draft. */
async function flagThread(ctx: Context, threadId: string, flag: ThreadFlag | null): Promise<void> {
  if (flag === null) return;
  await ctx.data.tx(async (t) => {
    const { id, data } = await getLivingThread(t, threadId);
    if (!data.flags.includes(flag)) t.update(EmailThreads, id, { flags: [...data.flags, flag] });
  });
}
