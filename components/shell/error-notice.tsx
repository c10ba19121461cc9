import type { ReactNode } from 'react';

type ErrorNoticeProps = { readonly title: string; readonly text: string; readonly children: ReactNode };

/** Shows a page for an error or a missing page: what happened, and links to continue. */
export function ErrorNotice({ title, text, children }: ErrorNoticeProps) {
  return (
    <main
      id="content"
      className="mx-auto flex w-full max-w-2xl grow flex-col items-start justify-center gap-4 px-4 py-20 sm:px-6"
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" className="mb-4 size-14 text-line-strong">
        <rect x="1.5" y="1.5" width="21" height="21" rx="5" fill="none" stroke="currentColor" strokeWidth="1" />
        <circle cx="19" cy="19" r="1.75" className="fill-accent" />
      </svg>
      <h1 className="text-3xl">{title}</h1>
      <p className="text-lg text-muted">{text}</p>
      <div className="mt-4 flex flex-wrap gap-3">{children}</div>
    </main>
  );
}
