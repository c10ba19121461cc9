'use client';

import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { OwnReviewView, ReviewPage } from '#lib/store/schemas/review.ts';
import { get } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

export type OwnTexts = {
  readonly reviews: Texts<'reviews'>;
  readonly problems: Texts<'reviewProblems'>;
  readonly report: Texts<'messageReport'>;
  readonly reportProblems: Texts<'messageProblems'>;
};

type Given = {
  readonly productId: string;
  readonly vendorName: string;
  readonly locale: Locale;
  readonly texts: OwnTexts;
};

/** What only the reader's browser knows of the reviews on the page. */
type Own = {
  /** Null until it is known, or without a session. */
  readonly votes: readonly string[] | null;
  readonly mine: OwnReviewView | null;
  readonly isKnown: boolean;
};

type Shared = Given &
  Own & {
    readonly setMine: (mine: OwnReviewView | null) => void;
    readonly errorText: (error: unknown) => string;
  };

const OwnContext = createContext<Shared | null>(null);

/**
 * Fetches the reader's own review and votes for the list on the page, which itself is the same for everyone. `query` is
 * the query of the API for that list.
 */
export function OwnPart({
  query,
  children,
  ...given
}: Given & { readonly query: string; readonly children: ReactNode }) {
  const { productId, texts } = given;
  const [own, setOwn] = useState<Own>({ votes: null, mine: null, isKnown: false });

  useEffect(() => {
    const stop = new AbortController();
    get<ReviewPage>(`/api/store/products/${productId}/reviews?${query}`, { signal: stop.signal })
      .then(({ votes, mine }) => setOwn({ votes, mine, isKnown: true }))
      // Without an answer the page stays readable, and its buttons ask for a session when they are pressed.
      .catch(() => !stop.signal.aborted && setOwn((before) => ({ ...before, isKnown: true })));
    return () => stop.abort();
  }, [productId, query]);

  const shared: Shared = {
    ...given,
    ...own,
    setMine: (mine) => setOwn((before) => ({ ...before, mine })),
    errorText: (error) => problemText(error, texts.problems),
  };
  return <OwnContext value={shared}>{children}</OwnContext>;
}

export function useOwnPart(): Shared {
  const shared = use(OwnContext);
  if (!shared) throw new Error('The component is outside OwnPart');
  return shared;
}
