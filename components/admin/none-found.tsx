import type { ComponentProps, ReactNode } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

type NoneFoundProps = {
  readonly icon: ReactNode;
  readonly texts: { readonly none: string; readonly noneText: string; readonly clear: string };
  /** The list without filters. */
  readonly all: ComponentProps<typeof LinkButton>['href'];
};

/** Says that a list has no row under its filters, and links to the list without them. */
export const NoneFound = ({ icon, texts, all }: NoneFoundProps) => (
  <EmptyState
    title={texts.none}
    icon={icon}
    action={
      <LinkButton href={all} look="secondary">
        {texts.clear}
      </LinkButton>
    }
  >
    {texts.noneText}
  </EmptyState>
);
