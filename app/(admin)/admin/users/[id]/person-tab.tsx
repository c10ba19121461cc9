import { EndSessionButton } from '#components/account/end-session-button.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { accountHref } from '#components/admin/payments/money-hrefs.ts';
import { PaymentTable } from '#components/admin/payments/payment-table.tsx';
import { DeleteButton } from '#components/admin/people/delete-button.tsx';
import { type PersonTab, personHref } from '#components/admin/people/people-hrefs.ts';
import { PersonProfile } from '#components/admin/people/person-profile.tsx';
import {
  ActTable,
  CaseTable,
  PersonOrders,
  ProcedureTable,
  SessionTable,
} from '#components/admin/people/person-tables.tsx';
import { ReferralCodes } from '#components/admin/people/referral-codes.tsx';
import { RoleButton } from '#components/admin/people/role-button.tsx';
import { VerifyButton } from '#components/admin/people/verify-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { listNamedActs } from '#lib/admin/audit/audit-page.ts';
import type { AdminUser } from '#lib/admin/schemas/user.ts';
import { listUserCases, listUserProcedures, listUserSessions, mayActOn, rolesToGive } from '#lib/admin/users/person.ts';
import type { UserContext } from '#lib/context/context.ts';
import { listUserPayments } from '#lib/payments/attempts/user-payments.ts';
import { purposes } from '#lib/payments/values.ts';
import { listOrders } from '#lib/store/orders/orders.ts';
import { codesForAdmin } from '#lib/store/referrals/referral-codes.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

const LIMIT = 50;

export type TabProps = {
  readonly ctx: UserContext;
  readonly user: AdminUser;
  readonly cursor: string | undefined;
  readonly purpose: string | undefined;
};

/** The content of each tab of a person's page. Only the open tab is read. */
export const tabs: Readonly<Record<PersonTab, (props: TabProps) => Promise<React.ReactNode>>> = {
  profile: async ({ ctx, user }) => {
    const [{ texts, t, locale, timeOf }, codes] = await Promise.all([
      consoleTexts('people'),
      codesForAdmin(ctx, user.id),
    ]);
    const timesOf = ({ createdAt, disabledAt }: (typeof codes)[number]) =>
      disabledAt === null
        ? t('codeTimes', { at: timeOf(createdAt) })
        : t('codeEnded', { at: timeOf(createdAt), end: timeOf(disabledAt) });
    return (
      <>
        <PersonProfile user={user} texts={texts} timeOf={timeOf} />
        <ReferralCodes
          codes={codes.map((row) => ({ code: row.code, isLive: row.disabledAt === null, times: timesOf(row) }))}
          locale={locale}
          texts={texts}
        />
        {user.status !== 'deleted' &&
          (mayActOn(ctx.user, user) ? (
            <DeleteButton userId={user.id} email={user.email} locale={locale} texts={texts} />
          ) : (
            <Refused label={texts.remove} why={ctx.user.id === user.id ? texts.removeSelf : texts.outranked} />
          ))}
      </>
    );
  },
  role: async ({ ctx, user }) => {
    const { texts, t } = await consoleTexts('people');
    const given = user.status === 'deleted' ? [] : await rolesToGive(ctx, ctx.user, user);
    return (
      <>
        <p>{t('roleNow', { role: texts[`role_${user.role}`] })}</p>
        <p className="text-muted">{texts[`effect_${user.role}`]}</p>
        <p className="text-muted">{texts.roleWho}</p>
        {given.length > 0 ? (
          <RoleButton userId={user.id} given={given} texts={texts} />
        ) : (
          <Refused label={texts.changeRole} why={ctx.user.id === user.id ? texts.roleSelf : texts.outranked} />
        )}
      </>
    );
  },
  sessions: async ({ ctx, user }) => {
    const [{ texts, t, timeOf }, sessions] = await Promise.all([
      consoleTexts('people'),
      listUserSessions(ctx, user.id),
    ]);
    const mayEnd = ctx.user.id === user.id || mayActOn(ctx.user, user);
    return (
      <>
        <p>{t('sessionsText', { count: sessions.length })}</p>
        <SessionTable rows={sessions} texts={texts} timeOf={timeOf} />
        {!mayEnd && <Refused label={texts.endAll} why={texts.outranked} />}
        {mayEnd && sessions.length > 0 && (
          <EndSessionButton path={`/api/admin/users/${user.id}/sessions`} label={texts.endAll} failed={texts.failed} />
        )}
      </>
    );
  },
  orders: async ({ ctx, user, cursor }) => {
    const [{ texts, locale, timeOf }, statusTexts, page] = await Promise.all([
      consoleTexts('people'),
      clientTexts('orderStatus', ctx.user.locale),
      listOrders(ctx, { limit: LIMIT, afterId: cursor, userId: user.id }),
    ]);
    return (
      <>
        <PersonOrders rows={page.orders} {...{ texts, locale, timeOf, statusTexts }} />
        <TabPages user={user} tab="orders" cursor={cursor} nextCursor={page.nextAfterId} texts={texts} />
      </>
    );
  },
  ledger: async ({ ctx, user, cursor, purpose: asked }) => {
    const purpose = purposes.find((known) => known === asked);
    const [{ texts }, page] = await Promise.all([
      consoleTexts('people'),
      listUserPayments(ctx, user.id, { purposes: purpose ? [purpose] : [...purposes], limit: LIMIT, cursor }),
    ]);
    return (
      <>
        <nav aria-label={texts.purposes}>
          <ChoiceLinks
            choices={[undefined, ...purposes]}
            chosen={purpose}
            hrefOf={(choice) => personHref(user.id, 'ledger', { purpose: choice })}
            textOf={(choice) => texts[`purpose_${choice ?? 'all'}`]}
          />
        </nav>
        <PaymentTable
          caption={texts.tab_ledger}
          payments={page.payments}
          empty={<p className="text-muted">{texts.noPayments}</p>}
        />
        <TabPages
          user={user}
          tab="ledger"
          cursor={cursor}
          nextCursor={page.nextCursor}
          texts={texts}
          purpose={purpose}
        />
        <p>
          <LinkButton href={accountHref(`user_credit:${user.id}`)} look="secondary">
            {texts.account}
          </LinkButton>
        </p>
      </>
    );
  },
  verification: async ({ ctx, user }) => {
    const [{ texts, timeOf }, rows] = await Promise.all([consoleTexts('people'), listUserProcedures(ctx, user.id)]);
    return (
      <>
        <p>{user.isVerified ? texts.isVerified : texts.notVerified}</p>
        {user.status !== 'deleted' &&
          (ctx.user.id === user.id ? (
            <Refused label={user.isVerified ? texts.unverify : texts.verify} why={texts.verifySelf} />
          ) : (
            <VerifyButton userId={user.id} isVerified={user.isVerified} texts={texts} />
          ))}
        <ProcedureTable rows={rows} texts={texts} timeOf={timeOf} />
      </>
    );
  },
  moderation: async ({ ctx, user, cursor }) => {
    const [{ texts, timeOf }, page] = await Promise.all([
      consoleTexts('people'),
      listUserCases(ctx, user.id, { limit: LIMIT, cursor }),
    ]);
    return (
      <>
        {user.id === ctx.user.id ? (
          <p>{texts.ownCases}</p>
        ) : (
          <CaseTable rows={page.cases} texts={texts} timeOf={timeOf} />
        )}
        <TabPages user={user} tab="moderation" cursor={cursor} nextCursor={page.nextCursor} texts={texts} />
      </>
    );
  },
  audit: async ({ ctx, user, cursor }) => {
    const [{ texts, momentOf }, audit, page] = await Promise.all([
      consoleTexts('people'),
      consoleTexts('audit'),
      listNamedActs(ctx, { target: user.id }, { limit: LIMIT, cursor }),
    ]);
    return (
      <>
        <ActTable rows={page.acts} texts={texts} acts={audit.texts} timeOf={momentOf} />
        <TabPages user={user} tab="audit" cursor={cursor} nextCursor={page.nextCursor} texts={texts} />
      </>
    );
  },
};

type RefusedProps = { readonly label: string; readonly why: string };

/** Shows an act that this reader may not do, and why. */
const Refused = ({ label, why }: RefusedProps) => (
  <p className="flex flex-col items-start gap-2">
    <Button look="secondary" disabled aria-describedby="refused">
      {label}
    </Button>
    <span id="refused" className="text-sm text-muted">
      {why}
    </span>
  </p>
);

type TabPagesProps = {
  readonly user: AdminUser;
  readonly tab: PersonTab;
  readonly cursor: string | undefined;
  readonly nextCursor: string | null;
  readonly texts: Readonly<Record<'pages' | 'first' | 'next', string>>;
  readonly purpose?: string | undefined;
};

const TabPages = ({ user, tab, cursor, nextCursor, texts, purpose }: TabPagesProps) => (
  <CursorPages
    isFirst={cursor === undefined}
    nextCursor={nextCursor}
    hrefOf={(place) => personHref(user.id, tab, { purpose, cursor: place })}
    label={texts.pages}
    first={texts.first}
    next={texts.next}
  />
);
