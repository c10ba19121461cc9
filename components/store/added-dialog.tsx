'use client';

import { Check } from 'lucide-react';
import type { Route } from 'next';
import { Button } from '#components/ui/button.tsx';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Locale } from '#lib/auth/values.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';

type AddedDialogProps = {
  readonly handle: DialogHandle;
  readonly title: string;
  readonly count: number;
  readonly links: { readonly cart: Route; readonly checkout: Route };
  readonly locale: Locale;
  readonly texts: Texts<'buy'>;
};

/** Says that it worked, and offers the three ways on. */
export function AddedDialog({ handle, title, count, links, locale, texts }: AddedDialogProps) {
  return (
    <Dialog handle={handle} title={texts.added} closeLabel={texts.close} place="side">
      <div className="flex grow flex-col gap-8 overflow-y-auto p-5">
        <div className="flex items-start gap-3">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-success-soft text-success">
            <Check aria-hidden className="size-5" />
          </span>
          <div>
            <p className="text-lg font-medium">{title}</p>
            <p className="text-muted">{fill(texts.addedCount, { count }, locale)}</p>
          </div>
        </div>
        <div className="mt-auto flex flex-col gap-3">
          <LinkButton href={links.checkout} prefetch={false} size="large" wide>
            {texts.checkout}
          </LinkButton>
          <LinkButton href={links.cart} prefetch={false} look="secondary" size="large" wide>
            {texts.viewCart}
          </LinkButton>
          <Button look="quiet" wide onClick={() => handle.current?.close()}>
            {texts.goOn}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
