'use client';

import { useEffect, useState } from 'react';

/** The longest that a browser's timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whether a moment lies behind us; it turns true while one looks. Null never comes. */
export function useHasCome(at: string | null | undefined): boolean {
  const [come, setCome] = useState<string | null>(null);
  useEffect(() => {
    if (!at) return undefined;
    const left = Math.min(Math.max(Date.parse(at) - Date.now(), 0), LONGEST_MS);
    const timer = setTimeout(() => Date.parse(at) <= Date.now() && setCome(at), left);
    return () => clearTimeout(timer);
  }, [at]);
  return Boolean(at) && come === at;
}
