import { lazy, Suspense, useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { Button } from '#components/ui/button.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { draftPieces } from './draft-marks.ts';

const WordDiff = lazy(() => import('./word-diff.tsx').then((module) => ({ default: module.WordDiff })));

type DraftCheckProps = {
  readonly draft: EmailDraftView;
  readonly text: string;
  readonly slots: readonly string[];
  readonly onSlot: (slot: string) => void;
};

/** Shows what to check before approving: placeholders, foreign links and changes. */
export function DraftCheck({ draft, text, slots, onSlot }: DraftCheckProps) {
  const t = useSay('reply');
  const [isCompared, setCompared] = useState(false);
  const links = draft.foreignLinks.filter((link) => text.includes(link));
  // A draft that a person began has no original text, so it is compared with its saved text.
  const first = draft.originalBody ?? draft.body;
  const isOwn = draft.originalBody === null;
  const isChanged = first !== text;
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {slots.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span>{t('slots')}</span>
          {slots.map((slot) => (
            <Button key={slot} size="small" look="danger" onClick={() => onSlot(slot)}>
              {slot}
            </Button>
          ))}
        </div>
      )}
      {links.length > 0 && (
        <div className="text-sm">
          <p>{t('links')}</p>
          <ul className="list-disc ps-5">
            {links.map((link) => (
              <li key={link} className="wrap-anywhere text-danger">
                {link}
              </li>
            ))}
          </ul>
        </div>
      )}
      {(slots.length > 0 || links.length > 0) && <Marked text={text} draft={draft} />}
      {isChanged && (
        <div className="flex flex-col items-start gap-2">
          <Button size="small" look="secondary" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
            {t(isCompared ? 'hideChanges' : isOwn ? 'compareSaved' : 'compareOriginal')}
          </Button>
          <Suspense>
            {isCompared && (
              <WordDiff before={first} after={text} label={t(isOwn ? 'changesSaved' : 'changesOriginal')} />
            )}
          </Suspense>
        </div>
      )}
    </div>
  );
}

const looks = {
  plain: '',
  slot: 'rounded-sm bg-warning-soft font-medium text-warning',
  link: 'rounded-sm bg-danger-soft text-danger underline',
} as const;

function Marked({ text, draft }: Pick<DraftCheckProps, 'text' | 'draft'>) {
  const t = useSay('reply');
  let at = 0;
  return (
    <section
      aria-label={t('marked')}
      className="max-h-60 overflow-y-auto rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling box.
      tabIndex={0}
    >
      {draftPieces(text, draft).map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.kind === 'plain' ? (
          piece.text
        ) : (
          <mark key={key} className={looks[piece.kind]}>
            {piece.text}
          </mark>
        );
      })}
    </section>
  );
}
