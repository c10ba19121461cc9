import { actText } from '#components/admin/audit/act-text.ts';
import { caseHref } from '#components/admin/moderation/moderation-href.ts';
import { orderHref } from '#components/admin/payments/money-hrefs.ts';
import { procedureHref } from '#components/admin/verification/verification-hrefs.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { NamedAct } from '#lib/admin/audit/audit-page.ts';
import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { personHref } from './people-hrefs.ts';

type Written = {
  readonly texts: ConsoleTexts<'people'>;
  readonly timeOf: (at: string) => string;
};

const Nothing = ({ children }: { readonly children: string }) => <p className="text-muted">{children}</p>;

type Session = Readonly<Record<'id' | 'device' | 'createdAt' | 'lastSeenAt', string>>;

export function SessionTable({ rows, texts, timeOf }: Written & { readonly rows: readonly Session[] }) {
  const columns: readonly Column<Session>[] = [
    { header: texts.device, cell: ({ device }) => device || texts.unknownDevice },
    { header: texts.signedInAt, cell: ({ createdAt }) => <time dateTime={createdAt}>{timeOf(createdAt)}</time> },
    { header: texts.lastUsed, cell: ({ lastSeenAt }) => <time dateTime={lastSeenAt}>{timeOf(lastSeenAt)}</time> },
  ];
  return <DataTable caption={texts.tab_sessions} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

type OrdersProps = Written & {
  readonly rows: readonly OrderView[];
  readonly locale: Locale;
  readonly statusTexts: Texts<'orderStatus'>;
};

export function PersonOrders({ rows, texts, timeOf, locale, statusTexts }: OrdersProps) {
  const columns: readonly Column<OrderView>[] = [
    { header: texts.number, href: ({ id }) => orderHref(id), cell: ({ number }) => number },
    { header: texts.placed, cell: ({ createdAt }) => <time dateTime={createdAt}>{timeOf(createdAt)}</time> },
    { header: texts.status, cell: ({ status }) => statusTexts[status] },
    {
      header: texts.total,
      isNumeric: true,
      cell: ({ totalMinor, currency }) => moneyText(totalMinor, currency, locale),
    },
  ];
  return (
    <DataTable
      caption={texts.tab_orders}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty={<Nothing>{texts.noOrders}</Nothing>}
    />
  );
}

type Line = Pick<Procedure, 'kind' | 'status' | 'submittedAt' | 'decidedAt'> & { readonly number: string };

export function ProcedureTable({ rows, texts, timeOf }: Written & { readonly rows: readonly Line[] }) {
  const columns: readonly Column<Line>[] = [
    { header: texts.procedure, href: ({ number }) => procedureHref(number), cell: ({ number }) => number },
    { header: texts.kind, cell: ({ kind }) => texts[`kind_${kind}`] },
    { header: texts.status, cell: ({ status }) => texts[`procedure_${status}`] },
    { header: texts.submitted, cell: ({ submittedAt }) => <time dateTime={submittedAt}>{timeOf(submittedAt)}</time> },
    {
      header: texts.decided,
      cell: ({ decidedAt }) =>
        decidedAt === null ? texts.empty : <time dateTime={decidedAt}>{timeOf(decidedAt)}</time>,
    },
  ];
  return (
    <DataTable
      caption={texts.tab_verification}
      columns={columns}
      rows={rows}
      keyOf={({ number }) => number}
      empty={<Nothing>{texts.noProcedures}</Nothing>}
    />
  );
}

export function CaseTable({ rows, texts, timeOf }: Written & { readonly rows: readonly ModerationCase[] }) {
  const columns: readonly Column<ModerationCase>[] = [
    {
      header: texts.case,
      breaksWords: true,
      href: ({ entityId }) => caseHref(entityId),
      cell: ({ entityType, title, excerpt, entityId }) => (entityType === 'product' ? title : excerpt) || entityId,
    },
    { header: texts.kind, cell: ({ entityType }) => texts[`case_${entityType}`] },
    { header: texts.reports, isNumeric: true, cell: ({ reportCount }) => reportCount },
    { header: texts.status, cell: ({ status }) => texts[`decision_${status}`] },
    { header: texts.reason, breaksWords: true, cell: ({ reason }) => reason ?? texts.empty },
    {
      header: texts.at,
      cell: ({ lastReportedAt }) => <time dateTime={lastReportedAt}>{timeOf(lastReportedAt)}</time>,
    },
  ];
  return (
    <DataTable
      caption={texts.tab_moderation}
      columns={columns}
      rows={rows}
      keyOf={({ entityId }) => entityId}
      empty={<Nothing>{texts.noCases}</Nothing>}
    />
  );
}

type Act = Pick<NamedAct, 'id' | 'at' | 'action' | 'actorId' | 'actorName' | 'result' | 'before' | 'after' | 'reason'>;

const factsOf = (facts: Act['before']): string =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

type ActsProps = Written & { readonly rows: readonly Act[]; readonly acts: ConsoleTexts<'audit'> };

export function ActTable({ rows, texts, acts, timeOf }: ActsProps) {
  const columns: readonly Column<Act>[] = [
    { header: texts.at, cell: ({ at }) => <time dateTime={at}>{timeOf(at)}</time> },
    { header: texts.act, cell: ({ action }) => actText(acts, action) },
    {
      header: texts.actor,
      breaksWords: true,
      cell: ({ actorId, actorName }) =>
        actorId === null ? texts.system : <a href={personHref(actorId)}>{actorName ?? actorId}</a>,
    },
    { header: texts.result, cell: ({ result }) => texts[`result_${result}`] },
    {
      header: texts.change,
      breaksWords: true,
      cell: ({ before, after, reason }) => {
        const change = [factsOf(before), factsOf(after)].filter(Boolean).join(' → ');
        return (
          <>
            {change && <span translate="no">{change}</span>} {reason ?? (change === '' && texts.empty)}
          </>
        );
      },
    },
  ];
  return (
    <DataTable
      caption={texts.tab_audit}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty={<Nothing>{texts.noActs}</Nothing>}
    />
  );
}
