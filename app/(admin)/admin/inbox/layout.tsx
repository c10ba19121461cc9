import type { ReactNode } from 'react';
import './inbox.css';
import { InboxProvider } from '#components/inbox/inbox-provider.tsx';

export const metadata = { title: { default: 'Inbox', template: '%s · Inbox' } };

/** Stays mounted between threads, so that the last action can still be undone. */
export default function InboxLayout({ children }: { readonly children: ReactNode }) {
  return <InboxProvider>{children}</InboxProvider>;
}
