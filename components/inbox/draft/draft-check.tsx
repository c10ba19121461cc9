import { lazy, Suspense, useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { Button } from '#components/ui/button.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';

const MarkedText = lazy(() => import('./marked-text.tsx').then((module) => ({ default: module.MarkedText })));
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
      <Suspense>{(slots.length > 0 || links.length > 0) && <MarkedText text={text} draft={draft} />}</Suspense>
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
