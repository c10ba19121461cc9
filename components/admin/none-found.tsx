import type { ComponentProps, ReactNode } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

type NoneFoundProps = {
  readonly title: string;
  readonly icon: ReactNode;
  /** The list without filters, and what its link is called. */
  readonly all: ComponentProps<typeof LinkButton>['href'];
  readonly clear: string;
  readonly children: ReactNode;
};

/** Says that a list has no row under its filters, and links to the list without them. */
export const NoneFound = ({ title, icon, all, clear, children }: NoneFoundProps) => (
  <EmptyState
    title={title}
    icon={icon}
    action={
      <LinkButton href={all} look="secondary">
        {clear}
      </LinkButton>
    }
  >
    {children}
  </EmptyState>
);
