import type { ReactNode } from 'react';

/** Shows a list of names and values. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">{children}</dl>
);

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
