import { type ReactNode, useId } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { problemText } from '#lib/web/i18n/problem-text.ts';

type CardFrameProps = {
  readonly icon: ReactNode;
  /** The kind of card, e.g. "Poll". */
  readonly kind: string;
  readonly title: ReactNode;
  readonly badge?: ReactNode;
  readonly children?: ReactNode;
  readonly problem?: unknown;
};

/** The common frame of all cards: kind, title, and the last error. */
export function CardFrame({ icon, kind, title, badge, children, problem = null }: CardFrameProps) {
  const texts = useMessageTexts().messageProblems;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex w-full max-w-md min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-start text-text wrap-anywhere"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="flex items-center gap-2 text-sm text-muted [&>svg]:size-4 [&>svg]:shrink-0">
          {icon}
          {kind}
        </p>
        {badge}
      </div>
      <p id={titleId} className="text-lg leading-snug font-semibold">
        {title}
      </p>
      {children}
      <p role="status" className="text-sm font-medium text-danger empty:hidden">
        {problem !== null && problemText(problem, texts)}
      </p>
    </section>
  );
}

/** The buttons of a card, each large enough for a thumb. */
export const CardButtons = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
);
