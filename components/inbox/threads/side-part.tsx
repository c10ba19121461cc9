import type { ReactNode } from 'react';

/** Shows a part of the panel next to a conversation. */
export const SidePart = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section
    aria-label={title}
    className="flex flex-col gap-3 border-b border-line py-4 first-of-type:pt-0 last:border-0"
  >
    <h2 className="text-base">{title}</h2>
    {children}
  </section>
);
