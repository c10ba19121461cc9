import type { ReactNode } from 'react';
import './inbox.css';
import { InboxDesk } from '#components/inbox/inbox-desk.tsx';

export const metadata = { title: { default: 'Inbox', template: '%s · Inbox' } };

/** Stays mounted between threads, so that the last action can still be undone. */
export default function InboxLayout({ children }: { readonly children: ReactNode }) {
  return <InboxDesk>{children}</InboxDesk>;
}
