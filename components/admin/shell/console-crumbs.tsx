'use client';

import { usePathname } from 'next/navigation';
import { useCommonTexts } from '#components/admin/console-reader.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { pageOf } from './console-pages.ts';

/** Shows where in the console this page is. A page that shows its own breadcrumbs hides these (`console.css`). */
export function ConsoleCrumbs({ texts }: { readonly texts: ConsoleTexts<'shell'> }) {
  const common = useCommonTexts();
  const path = usePathname();
  const page = pageOf(path);
  if (path === '/admin') return null;
  const name = page && texts[page.name];
  return (
    <div className="console-crumbs">
      <Breadcrumbs
        label={common.crumbs}
        crumbs={[
          { label: texts.overview, href: '/admin' },
          ...(page && name ? [page.href === path ? { label: name } : { label: name, href: page.href }] : []),
        ]}
      />
    </div>
  );
}
