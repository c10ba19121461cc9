import { ModelSettings } from '#components/admin/settings/model-settings.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { readSettings } from '#lib/settings/settings.ts';

export const metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const ctx = await pageContext('superadmin');
  const view = await readSettings(ctx, 'ai');
  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">Settings</h1>
      <ModelSettings view={view} canKeepSecrets={ctx.keys.settings.length > 0} />
    </main>
  );
}
