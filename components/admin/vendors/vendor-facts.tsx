import { Fact, Facts } from '#components/admin/facts.tsx';
import { personHref } from '#components/admin/people/people-hrefs.ts';
import { procedureHref } from '#components/admin/verification/verification-hrefs.ts';
import { Link } from '#components/ui/link.tsx';
import type { AdminVendor } from '#lib/admin/schemas/vendor.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';

type VendorFactsProps = {
  readonly vendor: AdminVendor;
  /** The shop's own rate, in basis points. */
  readonly usualBps: number;
  readonly texts: ConsoleTexts<'vendors'>;
  readonly locale: Locale;
  readonly timeOf: (at: string) => string;
};

const LINK = 'underline underline-offset-4';

/** Shows the profile of a seller, its legal facts and its application. */
export function VendorFacts({ vendor, usualBps, texts, locale, timeOf }: VendorFactsProps) {
  const { ownerId, ownerName, procedureNumber, commissionBps, approvedAt, termsAcceptedAt } = vendor;
  const orNone = (text: string | null) => text || texts.empty;
  const time = (at: string | null) => (at === null ? texts.empty : <time dateTime={at}>{timeOf(at)}</time>);
  const percent = `${((commissionBps ?? usualBps) / 100).toLocaleString(locale === 'en' ? 'en-GB' : locale)}%`;
  return (
    <Facts>
      <Fact name={texts.owner}>
        {ownerId === null ? (
          texts.empty
        ) : (
          <Link href={personHref(ownerId)} className={LINK}>
            {ownerName ?? ownerId}
          </Link>
        )}
      </Fact>
      <Fact name={texts.address}>
        <span translate="no">{vendor.slug}</span>
      </Fact>
      <Fact name={texts.email}>{orNone(vendor.contactEmail)}</Fact>
      <Fact name={texts.phone}>{orNone(vendor.phone)}</Fact>
      <Fact name={texts.legalName}>{orNone(vendor.legalName)}</Fact>
      <Fact name={texts.taxId}>{orNone(vendor.taxId)}</Fact>
      <Fact name={texts.country}>
        {new Intl.DisplayNames(locale, { type: 'region' }).of(vendor.country) ?? vendor.country}
      </Fact>
      <Fact name={texts.commission}>
        {percent}
        {commissionBps === null && <span className="block text-sm text-muted">{texts.usualRate}</span>}
      </Fact>
      <Fact name={texts.approved}>{time(approvedAt)}</Fact>
      <Fact name={texts.terms}>{time(termsAcceptedAt)}</Fact>
      <Fact name={texts.application}>
        {procedureNumber === null ? (
          texts.empty
        ) : (
          <Link href={procedureHref(procedureNumber)} className={LINK}>
            {procedureNumber}
          </Link>
        )}
      </Fact>
      <Fact name={texts.about}>
        <span className="whitespace-pre-line">{orNone(vendor.about)}</span>
      </Fact>
      <Fact name={texts.deliveryNote}>
        <span className="whitespace-pre-line">{orNone(vendor.deliveryNote)}</span>
      </Fact>
      <Fact name={texts.returnsNote}>
        <span className="whitespace-pre-line">{orNone(vendor.returnsNote)}</span>
      </Fact>
    </Facts>
  );
}
