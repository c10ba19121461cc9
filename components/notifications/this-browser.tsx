'use client';

import { useEffect, useState } from 'react';
import { isThisDevice } from '#lib/web/notifications/push.ts';

type ThisBrowserProps = { readonly device: string; readonly label: string };

/** Marks the listed device that the user is looking at. Only the browser knows its own fingerprint. */
export function ThisBrowser({ device, label }: ThisBrowserProps) {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    let isShown = true;
    const look = async () => {
      const found = await isThisDevice(device).catch(() => false);
      if (isShown) setHere(found);
    };
    void look();
    return () => {
      isShown = false;
    };
  }, [device]);
  return isHere && <span className="rounded-full bg-sunken px-2 text-sm font-normal">{label}</span>;
}
