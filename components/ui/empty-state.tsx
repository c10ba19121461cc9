import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
};

/** Shows that a list is empty, with an optional explanation and next step. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center gap-3 py-16 text-center">
      {icon && <span className="mb-2 text-muted [&>svg]:size-10 [&>svg]:stroke-[1.25]">{icon}</span>}
      <h2 className="text-xl">{title}</h2>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </section>
  );
}
