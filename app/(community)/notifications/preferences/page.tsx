import type { Metadata } from 'next';
import { PreferencesForm } from '#components/notifications/preferences-form.tsx';
import { TestButton } from '#components/notifications/test-button.tsx';
import { Link } from '#components/ui/link.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { preferencesOf } from '#lib/notifications/preferences.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('notifications');
  return { title: t('prefsTitle'), robots: { index: false } };
}

export default async function PreferencesPage() {
  const ctx = await pageContext('session');
  const [{ t, go }, texts, words, preferences] = await Promise.all([
    pageTexts('notifications'),
    clientTexts('notifications'),
    clientTexts('notificationWords'),
    preferencesOf(ctx.data, ctx.user),
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
        // The list lacks names the runtime understands, such as the usual one here.
        timezones={[...new Set([timezone, ctx.user.timezone, ...known])].sort()}
        texts={texts}
        words={words}
      />
      <TestButton texts={texts} />
    </main>
  );
}
