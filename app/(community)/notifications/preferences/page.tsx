import type { Metadata } from 'next';
import { PreferencesForm } from '#components/notifications/preferences-form.tsx';
import { PushDevices } from '#components/notifications/push-devices.tsx';
import { TestButton } from '#components/notifications/test-button.tsx';
import { Link } from '#components/ui/link.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { preferencesOf } from '#lib/notifications/deliver/preferences.ts';
import { listDevices } from '#lib/notifications/push/registrations.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('notifications');
  return { title: t('prefsTitle'), robots: { index: false } };
}

export default async function PreferencesPage() {
  const ctx = await pageContext('session');
  const [{ t, go, locale }, push, texts, words, preferences, devices] = await Promise.all([
    pageTexts('notifications'),
    pageTexts('push'),
    clientTexts('notifications'),
    clientTexts('notificationWords'),
    preferencesOf(ctx.data, ctx.user),
    listDevices(ctx),
  ]);
  const { timezone } = preferences.quietHours;
  const known = Intl.supportedValuesOf('timeZone');

  return (
    <main id="content" className="mx-auto flex w-full max-w-4xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6">
      <div className="flex flex-col gap-2">
        <Link href={go('/notifications')} className="self-start py-2 underline underline-offset-4">
          {t('back')}
        </Link>
        <h1 className="text-3xl sm:text-4xl">{t('prefsTitle')}</h1>
        <p className="text-muted">{t('prefsLead')}</p>
      </div>
      <PreferencesForm
        preferences={preferences}
        pushReach={!ctx.push.web && !ctx.push.tokens ? 'none' : devices.length === 0 ? 'no-device' : 'devices'}
        // The list lacks some known names, such as the most common one here.
        timezones={[...new Set([timezone, ctx.user.timezone, ...known])].sort()}
        locale={locale}
        texts={texts}
        words={words}
      />
      {(ctx.push.web || devices.length > 0) && (
        <section aria-labelledby="push" className="flex flex-col gap-4 border-t border-line pt-8">
          <h2 id="push" className="text-lg font-semibold">
            {push.t('title')}
          </h2>
          <p className="text-muted">{push.t('text')}</p>
          <PushDevices devices={devices} hasSwitch={ctx.push.web !== null} />
        </section>
      )}
      <TestButton texts={texts} />
    </main>
  );
}
