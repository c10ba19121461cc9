'use client';

import { useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { NotificationCreated } from '#lib/notifications/schemas/notification.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';

/** Sends the user a test notification and says whether a device received it. */
export function TestButton({ texts }: { readonly texts: Texts<'notifications'> }) {
  const [said, setSaid] = useState('');
  const [busy, startSending] = useTransition();

  const send = () => {
    if (busy) return;
    startSending(async () => {
      try {
        const { pushSent } = await post<NotificationCreated>('/api/notifications/test');
        setSaid(pushSent ? texts.testPushed : texts.testNotPushed);
      } catch (error) {
        setSaid(error instanceof ApiProblem && error.status === 429 ? error.message : texts.failed);
      }
    });
  };

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button look="secondary" busy={busy} onClick={send}>
        {texts.test}
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}
