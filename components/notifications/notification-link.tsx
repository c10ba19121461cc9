'use client';

import type { Route } from 'next';
import type { ReactNode } from 'react';
import { Link } from '#components/ui/link.tsx';
import { put } from '#lib/web/api/api-client.ts';

type NotificationLinkProps = {
  readonly id: string;
  readonly href: Route;
  readonly isUnread: boolean;
  readonly children: ReactNode;
};

/** Links to the subject of a notification and marks the notification as read. */
export function NotificationLink({ id, href, isUnread, children }: NotificationLinkProps) {
  const follow = () => {
    // The navigation does not wait for the request. After a failure the notification still shows as unread.
    if (isUnread) put(`/api/notifications/${id}/read`, undefined, { keepalive: true }).catch(() => undefined);
  };

  return (
    <Link href={href} onClick={follow} className="underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
