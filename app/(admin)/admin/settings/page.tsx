import type { Metadata } from 'next';
import { ModelSettings } from '#components/admin/settings/model-settings.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { readSettings } from '#lib/settings/settings.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('settings')).t('title') };
}

export default async function SettingsPage() {
  const ctx = await pageContext('superadmin');
  const [view, { t, texts }] = await Promise.all([readSettings(ctx, 'ai'), consoleTexts('settings')]);
  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('title')}</h1>
      <ModelSettings view={view} canKeepSecrets={ctx.keys.settings.length > 0} texts={texts} />
    </main>
  );
}
