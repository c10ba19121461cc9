import { useSay } from '#components/inbox/inbox-texts.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { draftPieces } from './draft-pieces.ts';

const looks = {
  plain: '',
  slot: 'rounded-sm bg-warning-soft font-medium text-warning',
  link: 'rounded-sm bg-danger-soft text-danger underline',
} as const;

type MarkedTextProps = { readonly text: string; readonly draft: EmailDraftView };

/** Shows a draft with its placeholders and foreign links marked. */
export function MarkedText({ text, draft }: MarkedTextProps) {
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
