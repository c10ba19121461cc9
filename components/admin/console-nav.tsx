'use client';

import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';

const parts: readonly { readonly href: Route; readonly label: string }[] = [
  { href: '/admin/orders', label: 'Orders' },
  { href: '/admin/payments', label: 'Payments' },
  { href: '/admin/inbox', label: 'Inbox' },
];

/** The parts of the console, and in which of them we are. */
export function ConsoleNav() {
  const path = usePathname();
  return (
    <nav aria-label="Console" className="flex gap-6 border-b border-line text-sm font-medium">
      {parts.map(({ href, label }) => {
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
