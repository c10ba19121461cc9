import type { ReactNode } from 'react';
import './inbox.css';
import { InboxDesk } from '#components/inbox/inbox-desk.tsx';

export const metadata = { title: { default: 'Inbox', template: '%s · Inbox' } };

/** Stays while one goes from thread to thread, so that what was just done can still be taken back. */
export default function InboxLayout({ children }: { readonly children: ReactNode }) {
  return <InboxDesk>{children}</InboxDesk>;
}
