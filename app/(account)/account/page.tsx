import type { Metadata } from 'next';
import { AccountSection } from '#components/account/account-section.tsx';
import { AddressBook } from '#components/account/addresses/address-book.tsx';
import { EndSessionButton } from '#components/account/end-session-button.tsx';
import { EraseAccount } from '#components/account/erase-account.tsx';
import { Invite } from '#components/account/invite/invite.tsx';
import { LeaveButtons } from '#components/account/leave-buttons.tsx';
import { ProfileForm } from '#components/account/profile-form.tsx';
import { SessionItem } from '#components/account/session-item.tsx';
import { StepUpHost } from '#components/admin/step-up-host.tsx';
import { PushDevices } from '#components/notifications/push-devices.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { accountInUse } from '#lib/admin/users/own-account.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { listSessions } from '#lib/auth/sessions.ts';
import type { OrderStatus } from '#lib/context/ports/values.ts';
import { namedCountries } from '#lib/i18n/country-names.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { listDevices } from '#lib/notifications/push/registrations.ts';
import { listAddresses } from '#lib/store/addresses/addresses.ts';
import { listOwnOrders } from '#lib/store/orders/orders.ts';
import { referralOf } from '#lib/store/referrals/referral-codes.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('account');
  return { title: t('title'), robots: { index: false } };
}

/** How many of the latest orders are looked at for those that are still open. */
const MOST_NAMED = 50;
const isOpen = (status: OrderStatus): boolean => status !== 'completed' && status !== 'canceled';

type InUse = Awaited<ReturnType<typeof accountInUse>>;

/** Returns the reasons, as texts, why the account cannot be deleted now. Null when there are none. */
const keptBy = ({ balanceMinor, currency, parts, settlements }: InUse, locale: Locale) =>
  balanceMinor > 0 || parts > 0 || settlements > 0
    ? { balance: moneyText(balanceMinor, currency, locale), parts, settlements }
    : null;

export default async function AccountPage() {
  const ctx = await pageContext('session');
  const [
    { t, go, locale: language },
    texts,
    { sessions },
    push,
    devices,
    verification,
    appeals,
    signIn,
    inUse,
    { orders },
    book,
    addresses,
    invite,
    referral,
  ] = await Promise.all([
    pageTexts('account'),
    clientTexts('account'),
    listSessions(ctx),
    pageTexts('push'),
    listDevices(ctx),
    pageTexts('verification'),
    pageTexts('appeals'),
    clientTexts('signIn'),
    accountInUse(ctx),
    listOwnOrders(ctx, { limit: MOST_NAMED }),
    clientTexts('addresses'),
    listAddresses(ctx),
    clientTexts('invite'),
    referralOf(ctx),
  ]);
  const { name, handle, bio, locale, timezone, readReceipts, findByHandle, email, role } = ctx.user;
  const timezones = [...new Set([timezone, ...Intl.supportedValuesOf('timeZone')])].sort();

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-10 px-4 pt-8 pb-24 sm:px-6 lg:px-10">
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          {t('signedInAs', { email })} <Badge>{t(`role_${role}`)}</Badge>
        </p>
      </header>
      <AccountSection id="profile" title={t('profile')} text={t('profileText')}>
        <ProfileForm
          profile={{ name, handle: handle ?? '', bio, locale, timezone, readReceipts, findByHandle }}
          timezones={timezones}
          texts={texts}
        />
      </AccountSection>
      <AccountSection id="addresses" title={book.title} text={book.text}>
        <AddressBook addresses={addresses} countries={namedCountries(language)} locale={language} texts={book} />
      </AccountSection>
      <AccountSection id="invite" title={invite.title} text={invite.text}>
        <Invite referral={referral} locale={language} texts={invite} />
      </AccountSection>
      <AccountSection id="verification" title={verification.t('title')} text={verification.t('text')}>
        <div className="flex flex-col items-start gap-3">
          <p>{verification.t(ctx.user.isVerified ? 'verified' : 'notVerified')}</p>
          <LinkButton href={go('/account/verification')} look="secondary">
            {verification.t('open')}
          </LinkButton>
        </div>
      </AccountSection>
      <AccountSection id="appeals" title={appeals.t('title')} text={appeals.t('text')}>
        <LinkButton href={go('/account/appeals')} look="secondary">
          {appeals.t('open')}
        </LinkButton>
      </AccountSection>
      {(ctx.push.web || devices.length > 0) && (
        <AccountSection id="push" title={push.t('title')} text={push.t('text')}>
          <PushDevices devices={devices} hasSwitch={ctx.push.web !== null} />
        </AccountSection>
      )}
      <AccountSection id="data" title={t('data')} text={t('dataText')}>
        <div className="flex flex-col items-start gap-6">
          <div className="flex flex-col items-start gap-2">
            <a href="/api/account/export" download className={buttonClass({ look: 'secondary' })}>
              {t('download')}
            </a>
            <p className="text-sm text-muted">{t('downloadText')}</p>
          </div>
          <StepUpHost email={email} texts={signIn} locale={language} />
          <EraseAccount
            email={email}
            orders={orders.filter(({ status }) => isOpen(status)).map(({ number }) => number)}
            kept={keptBy(inUse, language)}
            texts={texts}
            locale={language}
          />
        </div>
      </AccountSection>
      <AccountSection id="sessions" title={t('sessions')} text={t('sessionsText')}>
        <div className="flex flex-col gap-6">
          <ul>
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <EndSessionButton path="/api/auth/sessions" label={t('endOthers')} failed={t('failed')} />
          )}
          <LeaveButtons texts={texts} />
        </div>
      </AccountSection>
    </main>
  );
}
