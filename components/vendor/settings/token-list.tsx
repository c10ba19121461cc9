'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { Link } from '#components/ui/link.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { CopyButton } from '#components/vendor/orders/copy-button.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { TokenView } from '#lib/store/schemas/vendor-token.ts';
import { remove } from '#lib/web/api/api-client.ts';
import { scopeText, TOKENS_PATH, TokenDialog } from './token-dialog.tsx';
import { factsOf, stateOf } from './token-facts.ts';
import { TokenSecret } from './token-secret.tsx';

type Step =
  | { readonly kind: 'add' }
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'revoke'; readonly token: TokenView };

type TokenListProps = {
  readonly tokens: readonly TokenView[];
  /** Where programs reach the shop. */
  readonly address: string;
  /** The page that explains how to connect one. */
  readonly help: Route;
  /** The time of the page, so that server and browser agree on what has expired. */
  readonly now: string;
  /** False for a suspended vendor. */
  readonly mayWrite: boolean;
  readonly texts: SellerTexts<'tokens'>;
};

/** Shows the tokens of a seller's programs, with the dialogs that create and revoke one. */
export function TokenList({ tokens, address, help, now, mayWrite, texts }: TokenListProps) {
  const { reader, errorText } = useSeller();
  const { locale } = reader;
  const router = useRouter();
  const [step, setStep] = useState<Step | null>(null);
  const action = useAction(errorText);
  /** The secret of a token just made, until its dialog has closed and given the focus back. */
  const made = useRef('');
  const close = () => {
    action.forget();
    const secret = made.current;
    made.current = '';
    setStep(secret === '' ? null : { kind: 'secret', secret });
    if (secret !== '') router.refresh();
  };

  return (
    <div className="flex max-w-3xl flex-col items-start gap-4">
      <p className="text-muted">
        {texts.intro}{' '}
        <Link href={help} className="underline underline-offset-4">
          {texts.howTo}
        </Link>
      </p>
      <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
        <dl className="min-w-0 flex-[1_1_16rem] text-sm">
          <dt className="font-medium">{texts.address}</dt>
          <dd className="wrap-anywhere">{address}</dd>
        </dl>
        <CopyButton text={address} label={texts.copyAddress} done={texts.copied} />
      </div>
      {tokens.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ul className="w-full">
          {tokens.map((token) => {
            const state = stateOf(token, now);
            return (
              <li key={token.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4">
                <div className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    {token.name}
                    <Badge>{texts[state]}</Badge>
                  </p>
                  <p className="text-sm text-muted">
                    {token.scopes.map((scope) => scopeText(scope, texts)).join(' · ')}
                  </p>
                  <p className="text-sm text-muted" suppressHydrationWarning>
                    {factsOf(token, state, texts, reader).join(' · ')}
                  </p>
                </div>
                {mayWrite && state === 'active' && (
                  <Button
                    look="secondary"
                    size="small"
                    aria-label={fill(texts.revokeOf, { name: token.name }, locale)}
                    onClick={() => setStep({ kind: 'revoke', token })}
                  >
                    {texts.revoke}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {mayWrite && (
        <PressButton look="secondary" onPress={() => setStep({ kind: 'add' })}>
          {texts.add}
        </PressButton>
      )}
      {step?.kind === 'add' && (
        <TokenDialog
          texts={texts}
          action={action}
          onMade={(secret) => {
            made.current = secret;
          }}
          onClose={close}
        />
      )}
      {step?.kind === 'secret' && <TokenSecret secret={step.secret} texts={texts} onClose={close} />}
      {step?.kind === 'revoke' && (
        <FormDialog
          title={fill(texts.revokeTitle, { name: step.token.name }, locale)}
          submit={texts.revoke}
          look="danger"
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          onSubmit={(_, shut) =>
            action.act(
              () => remove(`${TOKENS_PATH}/${step.token.id}`),
              () => {
                shut();
                router.refresh();
              },
            )
          }
          onClose={close}
        >
          <p>{texts.revokeText}</p>
        </FormDialog>
      )}
    </div>
  );
}
