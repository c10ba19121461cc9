'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Bar } from '#components/ui/bar.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { Logo } from '#components/ui/logo.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { PICTURE_TYPES, type Upload, uploadLogo } from '#components/vendor/editor/upload-picture.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import type { VendorProfile } from '#lib/store/schemas/vendor-profile.ts';
import { ApiProblem, patch } from '#lib/web/api/api-client.ts';

type LogoPartProps = {
  readonly profile: Pick<VendorProfile, 'id' | 'name' | 'logo'>;
  readonly mostBytes: number;
  /** False for a suspended vendor. */
  readonly mayWrite: boolean;
  readonly texts: SellerTexts<'settings'>;
};

/** Shows the logo of a shop and lets its seller upload, replace or remove it. Each is saved at once. */
export function LogoPart({ profile, mostBytes, mayWrite, texts }: LogoPartProps) {
  const { reader, errorText } = useSeller();
  const { locale } = reader;
  const router = useRouter();
  const id = useId();
  const [upload, setUpload] = useState<Upload | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  // Everything that makes a picture unreadable is a 400, 413 or 415; the fields of the form are ours.
  const action = useAction((error) => (isRefusedFile(error) ? texts.logoRefused : errorText(error)));
  const { id: vendorId, name, logo } = profile;
  const size = sizeText(mostBytes, locale);
  const save = (logoId: string | null) => patch('/api/vendor/profile', { logo: logoId });

  const choose = (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > mostBytes);
    if (file.size > mostBytes) return;
    action.act(
      () =>
        uploadLogo(file, vendorId, setUpload)
          .then(save)
          .finally(() => setUpload(null)),
      () => router.refresh(),
    );
  };
  const problem = isTooLarge ? fill(texts.logoTooLarge, { size }, locale) : action.problem;

  return (
    <div className="flex max-w-3xl flex-wrap items-center gap-x-6 gap-y-4">
      {logo ? (
        <Logo url={logo.url} alt={fill(texts.logoOf, { name }, locale)} size="large" />
      ) : (
        <p className="flex size-24 shrink-0 items-center justify-center rounded-lg border border-dashed border-line-strong p-2 text-center text-sm text-muted">
          {texts.logoNone}
        </p>
      )}
      {mayWrite && (
        <div className="flex min-w-0 flex-[1_1_16rem] flex-col items-start gap-3">
          <p className="text-sm text-muted">{fill(texts.logoText, { size }, locale)}</p>
          <div className="flex flex-wrap gap-3">
            <span className="relative inline-flex">
              <input
                id={`${id}-file`}
                type="file"
                accept={PICTURE_TYPES}
                onChange={({ target }) => {
                  const [file] = target.files ?? [];
                  choose(file);
                  target.value = '';
                }}
                className="peer absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <label
                htmlFor={`${id}-file`}
                className={`${buttonClass({ look: 'secondary' })} pointer-events-none peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary`}
              >
                {logo ? texts.replaceLogo : texts.uploadLogo}
              </label>
            </span>
            {logo && (
              <PressButton
                look="secondary"
                busy={action.isBusy}
                onPress={() => {
                  setTooLarge(false);
                  action.act(
                    () => save(null),
                    () => router.refresh(),
                  );
                }}
              >
                {texts.removeLogo}
              </PressButton>
            )}
          </div>
          {upload && (
            <div className="flex w-full flex-col gap-2">
              <p role="status" className="wrap-anywhere">
                {fill(texts.logoUploading, { name: upload.name }, locale)}
              </p>
              <Bar value={upload.share} max={1} />
            </div>
          )}
          {problem && (
            <Alert kind="danger" role="alert">
              {problem}
            </Alert>
          )}
        </div>
      )}
    </div>
  );
}

const isRefusedFile = (error: unknown): boolean =>
  error instanceof ApiProblem && [400, 413, 415].includes(error.status);
