'use client';

import { useEffect } from 'react';

/** Looks once in a page's life whether this browser still hears pushes. What fails is tried with the next page. */
export function PushKeeper() {
  useEffect(() => {
    void import('#lib/web/notifications/push.ts').then(({ keepPush }) => keepPush()).catch(() => undefined);
  }, []);
  return null;
}
