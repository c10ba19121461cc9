'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { openStorage } from '#lib/web/browser-storage.ts';
import { isOutgoingKey } from '#lib/web/messages/outgoing-storage.ts';
import { SendHold } from '#lib/web/messages/send-hold.ts';
import { Sending } from './send-context.ts';

/**
 * Sends messages from above the pages. A message that waits for a network is therefore sent while the user views other
 * pages, or after the user returns to any page.
 */
export function SendHost({ me, children }: { readonly me: string; readonly children: ReactNode }) {
  const [hold] = useState(
    () =>
      new SendHold({
        userId: me,
        storage: openStorage,
        now: Date.now,
        later: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
      }),
  );

  useEffect(() => {
    const stop = new AbortController();
    const look = () => {
      if (!hold.isWanted()) return;
      import('#lib/web/messages/open-send-queue.ts').then(
        ({ openSendQueue }) => {
          if (stop.signal.aborted) return;
          hold.open(openSendQueue);
          hold.start();
        },
        () => undefined, // when its code fails to load, nothing is sent now; the next network change or page tries again
      );
    };
    hold.start();
    look();
    window.addEventListener(
      'online',
      () => {
        hold.wake();
        look();
      },
      stop,
    );
    window.addEventListener('storage', ({ key }) => isOutgoingKey(key) && hold.sync(), stop);
    return () => {
      stop.abort();
      hold.close();
    };
  }, [hold]);

  return <Sending value={hold}>{children}</Sending>;
}
