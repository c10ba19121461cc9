import { useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { buttonClass } from '#components/ui/button-look.ts';
import { textPieces } from '#lib/web/text-links.ts';
import type { TextBlock } from './mail-text.ts';

/** Shows the text of a mail. Folded blocks open with a button, and one key opens or closes all of them. */
export function MessageText({ blocks }: { readonly blocks: readonly TextBlock[] }) {
  const t = useSay('mail');
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const folding = blocks.flatMap((block, index) => (block.folds ? [index] : []));
  const isAllOpen = folding.every((index) => open.has(index));
  const flip = (index: number) =>
    setOpen((now) => new Set(now.has(index) ? [...now].filter((openIndex) => openIndex !== index) : [...now, index]));

  if (blocks.length === 0) return <p className="text-sm text-muted">{t('noText')}</p>;
  return (
    <div className="flex flex-col gap-2" data-fold={folding.length > 0 ? '' : undefined}>
      {folding.length > 0 && <FoldKey fold={() => setOpen(new Set(isAllOpen ? [] : folding))} />}
      {blocks.map((block, index) => {
        // The order of the blocks never changes.
        const key = `${index} ${block.kind}`;
        if (!block.folds) return <Plain key={key} text={block.text} />;
        const isOpen = open.has(index);
        return (
          <div key={key} className="flex flex-col items-start gap-2">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => flip(index)}
              className={`${buttonClass({ look: 'quiet', size: 'small' })} -ms-3 text-muted`}
            >
              {t(isOpen ? `hide_${block.kind}` : `show_${block.kind}`)}
            </button>
            {isOpen && (
              <div className="w-full border-s-2 border-line-strong ps-3 text-muted">
                <Plain text={block.text} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

function FoldKey({ fold }: { readonly fold: () => void }) {
  useCommands({ fold });
  return null;
}

/** A longer text, usually a log file, scrolls in its own area, so that the reply below stays in reach. */
const LONG = 12_000;

function Plain({ text }: { readonly text: string }) {
  const t = useSay('mail');
  if (text.length <= LONG) return <Words text={text} />;
  return (
    <section
      aria-label={t('longText')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling box.
      tabIndex={0}
      className="max-h-[70dvh] overflow-y-auto rounded-md border border-line p-3"
    >
      <Words text={text} />
    </section>
  );
}

function Words({ text }: { readonly text: string }) {
  let at = 0;
  return (
    <p dir="auto" className="leading-6 wrap-anywhere whitespace-pre-wrap">
      {textPieces(text).map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.href === null ? (
          piece.text
        ) : (
          <a
            key={key}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-primary underline underline-offset-2"
          >
            {piece.text}
          </a>
        );
      })}
    </p>
  );
}
