'use client';

import { useEffect } from 'react';

/**
 * Checks once per page load whether this browser still receives pushes. After a failure the next page tries again. A
 * browser that was never allowed to show notifications does not load the code for it.
 */
export function PushKeeper() {
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    void import('#lib/web/notifications/push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined);
  }, []);
  return null;
}
