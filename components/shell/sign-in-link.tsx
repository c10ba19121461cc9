'use client';

import type { Route } from 'next';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { MouseEvent, ReactNode } from 'react';

type SignInLinkProps = {
  readonly href: Route;
  readonly className: string;
  readonly label?: string;
  readonly children: ReactNode;
};

/** To the sign-in page, and afterwards back to where one was. */
export function SignInLink({ href, className, label, children }: SignInLinkProps) {
  const router = useRouter();

  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search } = window.location;
    router.push(`${href}?next=${encodeURIComponent(pathname + search)}` as Route); // a query after a checked route
  };

  return (
    <Link href={href} prefetch={false} onClick={go} aria-label={label} className={className}>
      {children}
    </Link>
  );
}
