import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { ActTable } from '#components/admin/people/person-tables.tsx';
import { productListHref } from '#components/admin/products/product-hrefs.ts';
import { AccountReader } from '#components/admin/vendors/account-reader.tsx';
import { ChangeButton } from '#components/admin/vendors/change-button.tsx';
import { ReasonButton } from '#components/admin/vendors/reason-button.tsx';
import { VendorFacts } from '#components/admin/vendors/vendor-facts.tsx';
import { vendorListHref } from '#components/admin/vendors/vendor-hrefs.ts';
import { VendorProducts } from '#components/admin/vendors/vendor-products.tsx';
import { vendorTones } from '#components/admin/vendors/vendor-tones.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { findVendorPage } from '#lib/admin/vendors/vendor-page.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export const generateMetadata = async () => ({ title: (await consoleTexts('vendors')).t('title') });

export default async function VendorPage({ params }: PageProps<'/admin/vendors/[id]'>) {
  const ctx = await pageContext('admin');
  const id = idOr404((await params).id);
  const [page, { texts, t, locale, timeOf, momentOf }, people, audit, common] = await Promise.all([
    foundOr404(findVendorPage(ctx, id)),
    consoleTexts('vendors'),
    consoleTexts('people'),
    consoleTexts('audit'),
    consoleTexts('common'),
  ]);
  const { vendor, balances, products, acts, openParts, refusals } = page;
  const { status, statusReason, suspendedBy, payoutLast4, payoutConfirmedAt, payoutPending, version } = vendor;
  const path = `/api/admin/vendors/${id}`;
  const isOwn = vendor.ownerId === ctx.user.id;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const mayAct = !isOwn && id !== HOUSE_VENDOR_ID;
  const owed = (part: 'pending' | 'payable') =>
    balances
      .filter(({ account }) => account === `vendor:${id}:${part}`)
      .map(({ balanceMinor, currency }) => moneyText(-balanceMinor, currency, locale))
      .join(', ') || '0';

  return (
    <main id="content" className="flex flex-col gap-8">
      <Breadcrumbs
        label={common.t('crumbs')}
        crumbs={[{ label: texts.title, href: vendorListHref() }, { label: vendor.name }]}
      />
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl wrap-anywhere">{vendor.name}</h1>
        <Badge tone={vendorTones[status]}>{texts[`status_${status}`]}</Badge>
      </header>
      {status === 'suspended' && (
        <Alert kind="warning" title={texts[`suspendedBy_${suspendedBy ?? 'admin'}`]}>
          {statusReason}
        </Alert>
      )}
      {refusals && (
        <Alert kind="warning" title={texts.refusalsTitle}>
          {t('refusalsText', { ...refusals, share: percent.format(refusals.refused / refusals.parts) })}
        </Alert>
      )}
      {isOwn && <Alert>{texts.problem_OwnVendor}</Alert>}
      <div className="flex flex-wrap gap-3">
        {mayAct && <ChangeButton vendor={vendor} texts={texts} />}
        {mayAct && status === 'approved' && (
          <ReasonButton
            path={`${path}/suspend`}
            label={texts.suspend}
            text={texts.suspendText}
            look="danger"
            reason="required"
            {...{ version, texts }}
          />
        )}
        {mayAct && status === 'suspended' && (
          <ReasonButton
            path={`${path}/reinstate`}
            label={texts.reinstate}
            text={texts.reinstateText}
            look="primary"
            reason="optional"
            {...{ version, texts }}
          />
        )}
      </div>
      <section aria-label={texts.profile}>
        <VendorFacts vendor={vendor} usualBps={ctx.env.STORE_COMMISSION_BPS} {...{ texts, locale, timeOf }} />
      </section>
      <section aria-labelledby="account" className="flex flex-col gap-4">
        <h2 id="account" className="text-lg">
          {texts.account}
        </h2>
        <Facts>
          <Fact name={texts.confirmedAccount}>
            {payoutLast4 === null ? texts.empty : t('endingIn', { last4: payoutLast4 })}
            {payoutConfirmedAt !== null && (
              <span className="block text-sm text-muted">{t('confirmedAt', { at: timeOf(payoutConfirmedAt) })}</span>
            )}
          </Fact>
          {payoutPending && (
            <Fact name={texts.askedAccount}>
              {t('endingIn', { last4: payoutPending.last4 })}
              <span className="block text-sm text-muted">{t('askedAt', { at: timeOf(payoutPending.askedAt) })}</span>
            </Fact>
          )}
        </Facts>
        {payoutPending && !isOwn && (
          <div className="flex flex-wrap gap-3">
            <ReasonButton
              path={`${path}/payout-account/confirm`}
              label={texts.confirmAccount}
              text={texts.confirmText}
              look="primary"
              reason="none"
              {...{ version, texts }}
            />
            <ReasonButton
              path={`${path}/payout-account/refuse`}
              label={texts.refuseAccount}
              text={texts.refuseText}
              look="danger"
              reason="required"
              {...{ version, texts }}
            />
          </div>
        )}
        {!isOwn && (payoutLast4 !== null || payoutPending) && <AccountReader vendorId={id} texts={texts} />}
      </section>
      <section aria-labelledby="balances" className="flex flex-col items-start gap-4">
        <h2 id="balances" className="text-lg">
          {texts.balances}
        </h2>
        <Facts>
          <Fact name={texts.openParts}>
            {`${openParts.count.toLocaleString(locale)}${openParts.isMore ? '+' : ''}`}
            {openParts.oldestPaidAt !== null && (
              <span className="block text-sm text-muted">
                {t('oldestPart', { at: timeOf(openParts.oldestPaidAt) })}
              </span>
            )}
          </Fact>
          <Fact name={texts.pending}>{owed('pending')}</Fact>
          <Fact name={texts.payable}>{owed('payable')}</Fact>
        </Facts>
        <LinkButton href={settlementsHref(id)} look="secondary">
          {texts.settlements}
        </LinkButton>
      </section>
      <section aria-labelledby="products" className="flex flex-col gap-4">
        <h2 id="products" className="text-lg">
          {texts.products}
        </h2>
        <VendorProducts rows={products} texts={texts} locale={locale} />
        {products.length > 0 && (
          <LinkButton href={productListHref({ seller: vendor.slug })} look="secondary" className="self-start">
            {texts.allProducts}
          </LinkButton>
        )}
      </section>
      <section aria-labelledby="acts" className="flex flex-col gap-4">
        <h2 id="acts" className="text-lg">
          {texts.acts}
        </h2>
        <ActTable rows={acts} texts={people.texts} acts={audit.texts} timeOf={momentOf} />
      </section>
    </main>
  );
}
