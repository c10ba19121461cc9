'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from '#components/ui/link.tsx';

type SignInLinkProps = {
  readonly href: Route;
  readonly className: string;
  readonly label?: string;
  readonly children: ReactNode;
};

/** Shows a link to the sign-in page. After sign-in, the user returns to the current page. */
export function SignInLink({ href, className, label, children }: SignInLinkProps) {
  const router = useRouter();

  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search } = window.location;
    router.push(`${href}?next=${encodeURIComponent(pathname + search)}` as Route); // a known route with a query
  };

  return (
    <Link href={href} onClick={go} aria-label={label} className={className}>
      {children}
    </Link>
  );
}
