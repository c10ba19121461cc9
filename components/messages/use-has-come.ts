import { useEffect, useState } from 'react';

/** The longest delay of a browser timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whether a time has passed. Becomes true while the page is open. For null it stays false. */
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
