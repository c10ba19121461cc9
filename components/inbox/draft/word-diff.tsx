import { useMemo } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { wordDiff } from './word-diff.ts';

type WordDiffProps = { readonly before: string; readonly after: string; readonly label: string };

/**
 * Shows two texts in one. Removed text is struck through and added text is underlined, so that colour is not required.
 */
export function WordDiff({ before, after, label }: WordDiffProps) {
  const t = useSay('reply');
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  let at = 0;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling box.
      tabIndex={0}
      className="relative max-h-80 w-full overflow-y-auto rounded-md bg-sunken p-3 text-sm leading-6 whitespace-pre-wrap wrap-anywhere"
    >
      {parts.map(({ kind, text }) => {
        const key = at;
        at += text.length;
        if (kind === 'removed')
          return (
            <del key={key} className="bg-danger-soft text-danger">
              <span className="sr-only"> {t('diffRemoved')} </span>
              {text}
            </del>
          );
        if (kind === 'added')
          return (
            <ins key={key} className="bg-success-soft text-success">
              <span className="sr-only"> {t('diffAdded')} </span>
              {text}
            </ins>
          );
        return text;
      })}
    </section>
  );
}
