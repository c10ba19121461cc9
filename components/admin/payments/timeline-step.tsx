import { consoleMoment } from '#components/admin/console-time.ts';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import type { StoryEffect, StoryStep } from '#lib/admin/schemas/payment-story.ts';
import type { AuditEntry } from '#lib/audit/schemas/audit.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import type { EvidenceEntry } from '#lib/payments/schemas/ledger.ts';
import type { OrderEvent } from '#lib/store/schemas/order.ts';
import { callbackHref, settlementsHref } from './money-hrefs.ts';
import { callbackTones, entryWords, settlementTones } from './payment-words.ts';
import { PostingList } from './posting-list.tsx';

/** The label of the source of each step. */
export const storyBooks: Readonly<Record<StoryStep['kind'], string>> = {
  act: 'Admin',
  callback: 'Callback',
  statement: 'Evidence',
  event: 'Order',
  entry: 'Journal',
  settlement: 'Settlement',
  effect: 'Outbox',
};

type TimelineStepProps = { readonly step: StoryStep; readonly isSuperadmin: boolean };

/**
 * Shows one step of a payment. An effect that was given up links superadmins to the page where they decide about it.
 */
export function TimelineStep({ step, isSuperadmin }: TimelineStepProps) {
  switch (step.kind) {
    case 'act':
      return <p>{textOfAct(step.act)}</p>;
    case 'callback':
      return <CallbackStep {...step} />;
    case 'statement':
      return <p>{textOfStatement(step.statement)}</p>;
    case 'event':
      return <p>{textOfEvent(step.event)}</p>;
    case 'entry':
      return (
        <>
          <p>
            {entryWords[step.entry.kind]} <span className="text-muted">{step.entry.note}</span>
          </p>
          <PostingList postings={step.postings} />
        </>
      );
    case 'settlement':
      return <SettlementStep settlement={step.settlement} />;
    case 'effect':
      return <EffectStep effect={step.effect} isSuperadmin={isSuperadmin} />;
  }
}

const listed = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(' · ');

const textOfAct = ({ action, actorId, result, reason, after }: AuditEntry): string =>
  listed([
    action,
    `by ${actorId ?? 'the system'}`,
    result === 'denied' && `denied: ${String(after?.refusedBy ?? 'by a rule')}`,
    reason && `“${reason}”`,
  ]);

const textOfStatement = ({ source, status, amountText, currency, reasonCode, kind }: EvidenceEntry): string =>
  listed([
    status,
    `${amountText} ${currency}`,
    reasonCode && `reason ${reasonCode}`,
    `by ${source}`,
    `treated as ${kind.replaceAll('_', ' ')}`,
  ]);

function textOfEvent({ kind, from, to, actorId, via, reason, data }: OrderEvent): string {
  const facts = Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${String(value)}`]));
  return listed([
    kind.replaceAll('_', ' '),
    to !== null && (from === null ? to : `${from} → ${to}`),
    `by ${actorId ?? via}`,
    reason && `“${reason}”`,
    ...facts,
  ]);
}

function CallbackStep({ callback, text }: Extract<StoryStep, { kind: 'callback' }>) {
  const { id, status, amountText, currency, reasonCode, state, dupCount, tries } = callback;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={callbackHref(id)} className="underline underline-offset-4">
          {listed([status, `${amountText} ${currency}`, reasonCode && `reason ${reasonCode}`])}
        </Link>
        <Badge tone={callbackTones[state]}>{state}</Badge>
        {dupCount > 0 && <span className="text-muted">repeated {dupCount} times</span>}
        {tries > 0 && <span className="text-muted">failed {tries} times</span>}
      </p>
      <CallbackText text={text} />
    </>
  );
}

function SettlementStep({ settlement }: { readonly settlement: Settlement }) {
  const { vendorId, netMinor, commissionMinor, currency, state, blocked, releaseAt, payoutId } = settlement;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link href={settlementsHref(vendorId)} className="underline underline-offset-4">
        {vendorId}
      </Link>
      {moneyText(netMinor, currency, 'en')}, commission {moneyText(commissionMinor, currency, 'en')}
      <Badge tone={settlementTones[state]}>{state}</Badge>
      {blocked && <Badge tone="danger">blocked</Badge>}
      <span className="text-muted">
        {listed([releaseAt && `released ${consoleMoment(releaseAt)}`, payoutId && `paid out by ${payoutId}`])}
      </span>
    </p>
  );
}

const effectTones: Readonly<Record<string, Tone>> = { done: 'success', dead: 'danger' };

type EffectStepProps = { readonly effect: StoryEffect; readonly isSuperadmin: boolean };

function EffectStep({ effect: { topic, about, status, attempts, lastError }, isSuperadmin }: EffectStepProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {listed([topic, about])}
      <Badge tone={effectTones[status] ?? 'neutral'}>{status}</Badge>
      <span className="text-muted">{listed([attempts > 1 && `${attempts} attempts`, lastError])}</span>
      {status === 'dead' && isSuperadmin && (
        <Link href="/admin/processes" className="underline underline-offset-4">
          Review
        </Link>
      )}
    </p>
  );
}

/** Shows the masked body of a callback, collapsed at first. */
function CallbackText({ text }: { readonly text: string }) {
  return (
    <details>
      <summary className="text-sm text-muted">Masked body</summary>
      <pre className="mt-2 rounded-md bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap">{text}</pre>
    </details>
  );
}
