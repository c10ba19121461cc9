import type { ReactNode } from 'react';

type SignInFrameProps = { readonly title: string; readonly lead?: string; readonly children: ReactNode };

/** Shows a page with a single task, such as signing in. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  return (
    <main
      id="content"
      className="mx-auto flex w-full max-w-lg grow flex-col items-start gap-6 px-4 pt-16 pb-24 sm:px-6"
    >
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      {lead && <p className="text-lg text-muted">{lead}</p>}
      {children}
    </main>
  );
}
