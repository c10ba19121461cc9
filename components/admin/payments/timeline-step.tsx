import { actText } from '#components/admin/audit/act-text.ts';
import { topicText } from '#components/admin/processes/topic-text.ts';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import type { StoryStep } from '#lib/admin/schemas/payment-story.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { callbackHref, settlementsHref } from './money-hrefs.ts';
import { callbackTones, settlementTones } from './payment-tones.ts';
import { PostingList } from './posting-list.tsx';

type TimelineStepProps = {
  readonly step: StoryStep;
  /** Names of accounts and sellers by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly isSuperadmin: boolean;
};
type StepProps<Kind extends StoryStep['kind']> = Omit<TimelineStepProps, 'step'> & {
  readonly step: Extract<StoryStep, { kind: Kind }>;
};

/**
 * Shows one step of a payment. An effect that was given up links superadmins to the page where they decide about it.
 */
export function TimelineStep({ step, ...rest }: TimelineStepProps) {
  switch (step.kind) {
    case 'act':
      return <ActStep step={step} {...rest} />;
    case 'callback':
      return <CallbackStep step={step} {...rest} />;
    case 'statement':
      return <StatementStep step={step} {...rest} />;
    case 'event':
      return <EventStep step={step} {...rest} />;
    case 'entry':
      return <EntryStep step={step} {...rest} />;
    case 'settlement':
      return <SettlementStep step={step} {...rest} />;
    case 'effect':
      return <EffectStep step={step} {...rest} />;
  }
}

/** The word of the gateway, which it says in English. */
const GatewayStatus = ({ status }: { readonly status: string }) => (
  <>
    <span lang="en">{status}</span>
    {' · '}
  </>
);

const listed = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(' · ');

async function ActStep({ step: { act }, names }: StepProps<'act'>) {
  const [{ t }, { texts }] = await Promise.all([consoleTexts('payments'), consoleTexts('audit')]);
  const { action, actorId, result, reason, after } = act;
  const name = actorId === null ? t('via_system') : (names.get(actorId) ?? actorId);
  return (
    <p>
      {listed([
        actText(texts, action),
        t('by', { name }),
        result === 'denied' && t('refused', { code: String(after?.refusedBy ?? '') }),
        reason && `“${reason}”`,
      ])}
    </p>
  );
}

async function StatementStep({ step: { statement } }: StepProps<'statement'>) {
  const { t } = await consoleTexts('payments');
  const { source, status, amountText, currency, reasonCode, kind } = statement;
  return (
    <p>
      <GatewayStatus status={status} />
      {listed([
        `${amountText} ${currency}`,
        reasonCode && t('code', { code: reasonCode }),
        t('source', { source: t(`source_${source}`) }),
        t('treatedAs', { kind: t(`evidence_${kind}`) }),
      ])}
    </p>
  );
}

async function EventStep({ step: { event }, names }: StepProps<'event'>) {
  const { t, texts, locale } = await consoleTexts('payments');
  const statuses: Readonly<Record<string, string>> = await clientTexts('orderStatus', locale);
  const sources: Readonly<Record<string, string>> = texts;
  const { kind, from, to, actorId, via, reason, data } = event;
  const statusOf = (code: string) => statuses[code] ?? code;
  const name = actorId === null ? (sources[`via_${via}`] ?? via) : (names.get(actorId) ?? actorId);
  const facts = Object.entries(data).flatMap(([key, value]) => (value === null ? [] : [`${key}: ${String(value)}`]));
  return (
    <p>
      {listed([
        t(`event_${kind}`),
        to !== null && (from === null ? statusOf(to) : `${statusOf(from)} → ${statusOf(to)}`),
        t('by', { name }),
        reason && `“${reason}”`,
      ])}
      {facts.length > 0 && (
        <span translate="no" className="text-muted">
          {` · ${listed(facts)}`}
        </span>
      )}
    </p>
  );
}

async function EntryStep({ step: { entry, postings } }: StepProps<'entry'>) {
  const { t } = await consoleTexts('payments');
  return (
    <>
      <p>
        {t(`entry_${entry.kind}`)} <span className="text-muted">{entry.note}</span>
      </p>
      <PostingList postings={postings} />
    </>
  );
}

async function CallbackStep({ step: { callback, text } }: StepProps<'callback'>) {
  const { t } = await consoleTexts('payments');
  const { id, status, amountText, currency, reasonCode, state, dupCount, tries } = callback;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={callbackHref(id)} className="underline underline-offset-4">
          <GatewayStatus status={status} />
          {listed([`${amountText} ${currency}`, reasonCode && t('code', { code: reasonCode })])}
        </Link>
        <Badge wraps tone={callbackTones[state]}>
          {t(`state_${state}`)}
        </Badge>
        {dupCount > 0 && <span className="text-muted">{t('repeated', { count: dupCount })}</span>}
        {tries > 0 && <span className="text-muted">{t('failedTimes', { count: tries })}</span>}
      </p>
      <details>
        <summary className="text-sm text-muted">{t('body')}</summary>
        <pre className="mt-2 rounded-md bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap">{text}</pre>
      </details>
    </>
  );
}

async function SettlementStep({ step: { settlement }, names }: StepProps<'settlement'>) {
  const [{ t, locale, timeOf }, owed] = await Promise.all([consoleTexts('payments'), consoleTexts('settlements')]);
  const { vendorId, netMinor, commissionMinor, currency, state, blocked, releaseAt, payoutId } = settlement;
  const [net, commission] = [moneyText(netMinor, currency, locale), moneyText(commissionMinor, currency, locale)];
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link href={settlementsHref(vendorId)} className="underline underline-offset-4">
        {names.get(vendorId) ?? vendorId}
      </Link>
      {t('shareText', { net, commission })}
      <Badge wraps tone={settlementTones[state]}>
        {owed.t(`state_${state}`)}
      </Badge>
      {blocked && (
        <Badge wraps tone="danger">
          {owed.t('blocked')}
        </Badge>
      )}
      <span className="text-muted">
        {listed([releaseAt && t('released', { at: timeOf(releaseAt) }), payoutId && t('paidOutBy', { id: payoutId })])}
      </span>
    </p>
  );
}

const effectTones: Readonly<Record<string, Tone>> = { done: 'success', dead: 'danger' };

async function EffectStep({ step: { effect }, names, isSuperadmin }: StepProps<'effect'>) {
  const [{ t }, { texts }, orders] = await Promise.all([
    consoleTexts('payments'),
    consoleTexts('processes'),
    consoleTexts('orders'),
  ]);
  const mails: Readonly<Record<string, string>> = orders.texts;
  const { topic, about, status, attempts, lastError } = effect;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {listed([topicText(texts, topic), ...about.map((part) => mails[`mail_${part}`] ?? names.get(part) ?? part)])}
      <Badge wraps tone={effectTones[status] ?? 'neutral'}>
        {t(`effect_${status}`)}
      </Badge>
      {attempts > 1 && <span className="text-muted">{t('attempts', { count: attempts })}</span>}
      {lastError && (
        <span lang="en" className="text-muted">
          {lastError}
        </span>
      )}
      {status === 'dead' && isSuperadmin && (
        <Link href="/admin/processes" className="underline underline-offset-4">
          {t('review')}
        </Link>
      )}
    </p>
  );
}
