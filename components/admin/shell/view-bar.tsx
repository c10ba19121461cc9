'use client';

import { catchError } from 'next/error';
import { usePathname } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { viewPages } from '#lib/admin/preferences/values.ts';
import type { SavedView } from '#lib/admin/schemas/console-preferences.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

// Pages that are no list do not load it.
const ViewChips = lazy(() => import('./view-chips.tsx').then((m) => ({ default: m.ViewChips })));
// Without its views a list still works, and a reload brings them back.
const Guarded = catchError(() => null);

type ViewBarProps = { readonly views: readonly SavedView[]; readonly texts: ConsoleTexts<'shell'> };

/**
 * Shows the saved views above a list. Other pages show nothing. The layout does not render again between pages, so the
 * views that were saved or deleted since are kept here.
 */
export function ViewBar({ views: rendered, texts }: ViewBarProps) {
  const path = usePathname();
  const [views, setViews] = useState(rendered);
  const page = viewPages.find((known) => known === path);
  return (
    page && (
      <Guarded>
        <Suspense>
          <ViewChips key={page} page={page} views={views} onChange={setViews} texts={texts} />
        </Suspense>
      </Guarded>
    )
  );
}
