import type { ReactNode } from 'react';

type AccountSectionProps = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
};

/** Shows a section of the account page: title and explanation on one side, content on the other. */
export const AccountSection = ({ id, title, text, children }: AccountSectionProps) => (
  <section
    aria-labelledby={id}
    className="grid grid-cols-1 gap-x-12 gap-y-6 border-t border-line pt-8 lg:grid-cols-[16rem_minmax(0,1fr)]"
  >
    <header className="flex flex-col gap-2">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <p className="text-sm text-muted">{text}</p>
    </header>
    {children}
  </section>
);
