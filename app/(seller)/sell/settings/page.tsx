import type { Metadata, Route } from 'next';
import { sellerPage } from '#app/(seller)/sell/seller-page.ts';
import { DeliveryOptions } from '#components/vendor/settings/delivery-options.tsx';
import { LogoPart } from '#components/vendor/settings/logo-part.tsx';
import { PayoutCard } from '#components/vendor/settings/payout-card.tsx';
import { ProfileForm } from '#components/vendor/settings/profile-form.tsx';
import { TokenList } from '#components/vendor/settings/token-list.tsx';
import { mostUploadBytes } from '#lib/core/env/uploads.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { namedCountries } from '#lib/i18n/country-names.ts';
import { listDeliveries } from '#lib/store/delivery/vendor-deliveries.ts';
import { tokensForPage } from '#lib/store/tooling/vendor-tokens.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';
import { profileOf } from '#lib/store/vendors/profile.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await sellerTexts('settings');
  return { title: t('title') };
}

export default async function SettingsPage() {
  const { ctx, vendor } = await sellerPage();
  const [{ t, texts, locale, go }, delivery, programs, acting, tokens] = await Promise.all([
    sellerTexts('settings'),
    sellerTexts('deliveries'),
    sellerTexts('tokens'),
    actingVendor(ctx, 'read'),
    tokensForPage(ctx, vendor.id),
  ]);
  const options = await listDeliveries(ctx, acting);
  const profile = profileOf(ctx, vendor);
  const mayWrite = profile.status === 'approved';
  return (
    <main id="content" className="flex flex-col gap-10">
      <h1 className="text-2xl">{t('title')}</h1>
      <section aria-labelledby="profile" className="flex flex-col gap-4">
        <h2 id="profile" className="text-lg">
          {t('profile')}
        </h2>
        <ProfileForm profile={profile} mayWrite={mayWrite} texts={texts} />
      </section>
      <section aria-labelledby="logo" className="flex flex-col gap-4">
        <h2 id="logo" className="text-lg">
          {t('logo')}
        </h2>
        <LogoPart profile={profile} mostBytes={mostUploadBytes(ctx.env)} mayWrite={mayWrite} texts={texts} />
      </section>
      <section aria-labelledby="deliveries" className="flex flex-col gap-4">
        <h2 id="deliveries" className="text-lg">
          {delivery.t('title')}
        </h2>
        <DeliveryOptions
          options={options}
          arrangeAllowed={profile.arrangeAllowed}
          countries={namedCountries(locale)}
          currency={MAIN_CURRENCY}
          mayWrite={mayWrite}
          texts={delivery.texts}
        />
      </section>
      <section aria-labelledby="payout" className="flex flex-col gap-4">
        <h2 id="payout" className="text-lg">
          {t('payout')}
        </h2>
        <PayoutCard payout={profile.payout} texts={texts} />
      </section>
      <section aria-labelledby="programs" className="flex flex-col gap-4">
        <h2 id="programs" className="text-lg">
          {programs.t('title')}
        </h2>
        <TokenList
          tokens={tokens}
          address={`${ctx.origin}/api/mcp/v1/store/vendors/${vendor.id}`}
          help={`${go('/help')}#programs` as Route}
          now={ctx.now().toISOString()}
          mayWrite={mayWrite}
          texts={programs.texts}
        />
      </section>
    </main>
  );
}
