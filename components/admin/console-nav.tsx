'use client';

import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';

type Part = { readonly href: Route; readonly label: string };

const parts: readonly Part[] = [
  { href: '/admin/orders', label: 'Orders' },
  { href: '/admin/payments', label: 'Payments' },
  { href: '/admin/inbox', label: 'Inbox' },
];
const forSuperadmins: readonly Part[] = [{ href: '/admin/settings', label: 'Settings' }];

/** The parts of the console this person may enter, and in which of them we are. */
export function ConsoleNav({ isSuperadmin }: { readonly isSuperadmin: boolean }) {
  const path = usePathname();
  const open = isSuperadmin ? [...parts, ...forSuperadmins] : parts;
  return (
    <nav aria-label="Console" className="flex gap-6 border-b border-line text-sm font-medium">
      {open.map(({ href, label }) => {
        const isHere = path === href || path.startsWith(`${href}/`);
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? 'true' : undefined}
            className={classNames(
              '-mb-px border-b-2 py-3',
              isHere ? 'border-primary' : 'border-transparent text-muted',
            )}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
