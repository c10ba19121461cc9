import { LinkButton } from '#components/ui/link-button.tsx';
import { Logo } from '#components/ui/logo.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { regionName } from '#lib/i18n/region-name.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorProfile } from '#lib/store/schemas/vendor-profile.ts';

/** The fields of a profile that buyers read. */
export type ShownProfile = Pick<VendorProfile, 'name' | 'about' | 'deliveryNote' | 'returnsNote'>;

type ProfilePreviewProps = {
  /** The fields as typed. */
  readonly shown: ShownProfile;
  readonly profile: Pick<VendorProfile, 'slug' | 'country' | 'approvedAt' | 'logo' | 'status'>;
  readonly texts: SellerTexts<'settings'>;
};

/** Shows the profile as buyers will see it on the public page, with a link to that page. */
export function ProfilePreview({ shown, profile, texts }: ProfilePreviewProps) {
  const { reader, go } = useSeller();
  const { locale } = reader;
  const { name, about, deliveryNote, returnsNote } = shown;
  const notes = [
    [texts.deliveryNote, deliveryNote],
    [texts.returnsNote, returnsNote],
  ] as const;
  return (
    <section aria-labelledby="preview" className="flex flex-col items-start gap-4">
      <h3 id="preview" className="font-semibold">
        {texts.preview}
      </h3>
      <p className="text-sm text-muted">{texts.previewText}</p>
      <article className="flex w-full flex-col gap-4 rounded-md border border-line bg-surface p-5">
        <div className="flex flex-wrap items-center gap-4">
          {profile.logo && <Logo url={profile.logo.url} size="medium" />}
          <div className="min-w-0 flex-[1_1_10rem]">
            <p className="text-xl wrap-anywhere">{name || '–'}</p>
            <p className="flex flex-wrap gap-x-3 text-sm text-muted">
              <span>{regionName(profile.country, locale)}</span>
              {profile.approvedAt !== null && (
                <span>{fill(texts.since, { year: profile.approvedAt.slice(0, 4) }, locale)}</span>
              )}
            </p>
          </div>
        </div>
        <p className={`line-clamp-12 whitespace-pre-line wrap-anywhere ${about ? '' : 'text-muted'}`}>
          {about || texts.previewEmpty}
        </p>
        {notes.map(
          ([label, text]) =>
            text && (
              <div key={label}>
                <p className="text-sm font-medium">{label}</p>
                <p className="line-clamp-6 text-sm whitespace-pre-line text-muted wrap-anywhere">{text}</p>
              </div>
            ),
        )}
      </article>
      {profile.status === 'approved' && (
        <LinkButton look="secondary" size="small" href={go(`/vendors/${profile.slug}`)}>
          {texts.openPage}
        </LinkButton>
      )}
    </section>
  );
}
