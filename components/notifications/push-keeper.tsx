'use client';

import { useEffect } from 'react';

/** Checks once per page load whether this browser still receives pushes. After a failure the next page tries again. */
export function PushKeeper() {
  useEffect(() => {
    void import('#lib/web/notifications/push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined);
  }, []);
  return null;
}
