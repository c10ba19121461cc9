import { Bell } from 'lucide-react';
import type { Route } from 'next';
import { useState } from 'react';
import { SignInLink } from '#components/shell/sign-in-link.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { useAction } from '#components/ui/use-action.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { StockWatchState } from '#lib/store/schemas/shoppers/stock-watch.ts';
import { put, remove } from '#lib/web/api/api-client.ts';
import { useWatches } from './use-watches.ts';
import { watchProblem } from './watch-problem.ts';

export type WatchButtonProps = {
  readonly productId: string;
  readonly isSignedIn: boolean;
  readonly signIn: Route;
  readonly texts: Texts<'stockWatch'>;
};

/** Offers a notification for when a sold-out product is back. A guest signs in first. */
export function WatchButton({ productId, isSignedIn, signIn, texts }: WatchButtonProps) {
  const { ids } = useWatches(isSignedIn);
  const [changed, setChanged] = useState<boolean | null>(null);
  const { isBusy, problem, act } = useAction((error) => watchProblem(error, texts));
  const isWatching = changed ?? ids?.includes(productId) ?? false;

  if (!isSignedIn)
    return (
      <SignInLink href={signIn} className={buttonClass({ look: 'secondary' })}>
        <Bell aria-hidden className="size-5" />
        {texts.signIn}
      </SignInLink>
    );
  const path = `/api/account/stock-watches/${productId}`;
  const toggle = () =>
    act(async () => {
      const call = isWatching ? remove<StockWatchState>(path) : put<StockWatchState>(path, {});
      setChanged((await call).watching);
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button look="secondary" busy={isBusy || ids === null} onClick={toggle}>
        <Bell aria-hidden className={isWatching ? 'size-5 fill-current' : 'size-5'} />
        {isWatching ? texts.stop : texts.start}
      </Button>
      <p role="status" className="text-sm text-muted empty:sr-only">
        {isWatching && texts.watching}
      </p>
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
    </div>
  );
}
