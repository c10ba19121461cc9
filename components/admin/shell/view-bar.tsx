'use client';

import { usePathname } from 'next/navigation';
import { lazy, Suspense } from 'react';
import { viewPages } from '#lib/admin/preferences/values.ts';
import type { SavedView } from '#lib/admin/schemas/console-preferences.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

// Pages that are no list do not load it.
const ViewChips = lazy(() => import('./view-chips.tsx').then((m) => ({ default: m.ViewChips })));

type ViewBarProps = { readonly views: readonly SavedView[]; readonly texts: ConsoleTexts<'shell'> };

/** Shows the saved views above a list. Other pages show nothing. */
export function ViewBar({ views, texts }: ViewBarProps) {
  const path = usePathname();
  const page = viewPages.find((known) => known === path);
  return (
    page && (
      <Suspense>
        <ViewChips page={page} views={views} texts={texts} />
      </Suspense>
    )
  );
}
