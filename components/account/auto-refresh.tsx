'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { refreshIfThere } from '#lib/web/refresh-if-there.ts';

const EVERY_MS = 3000;

/** Reads the page anew every few seconds while somebody looks at it. */
export function AutoRefresh() {
  const router = useRouter();
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void refreshIfThere(router);
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
