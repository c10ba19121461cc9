import type { Metadata } from 'next';
import { sellerPage } from '#app/(seller)/sell/seller-page.ts';
import { PayoutCard } from '#components/vendor/settings/payout-card.tsx';
import { ProfileForm } from '#components/vendor/settings/profile-form.tsx';
import { profileOf } from '#lib/store/vendors/profile.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await sellerTexts('settings');
  return { title: t('title') };
}

export default async function SettingsPage() {
  const { ctx, vendor } = await sellerPage();
  const { t, texts } = await sellerTexts('settings');
  const profile = profileOf(ctx, vendor);
  return (
    <main id="content" className="flex flex-col gap-10">
      <h1 className="text-2xl">{t('title')}</h1>
      <section aria-labelledby="profile" className="flex flex-col gap-4">
        <h2 id="profile" className="text-lg">
          {t('profile')}
        </h2>
        <ProfileForm profile={profile} mayWrite={profile.status === 'approved'} texts={texts} />
      </section>
      <section aria-labelledby="payout" className="flex flex-col gap-4">
        <h2 id="payout" className="text-lg">
          {t('payout')}
        </h2>
        <PayoutCard payout={profile.payout} texts={texts} />
      </section>
    </main>
  );
}
