'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState, useTransition } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ListedCase } from '#lib/admin/schemas/moderation.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { CaseCard } from './case-card.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { problemsOf, type Verdict, verdicts, verdictsFor, wordsFor } from './case-words.ts';
import { type Answer, type Decided, decideCases, heldOf, type Outcome } from './decide-cases.ts';
import { KeyList } from './key-list.tsx';
import { caseHref } from './moderation-href.ts';
import { useCaseKeys } from './use-case-keys.ts';

type Asked = { readonly verdict: Verdict; readonly cases: readonly ListedCase[] };
/** What the last decisions did, and the blocks among them that can be undone. */
type Notice = { readonly text: string; readonly undo: readonly Decided[] };
const silent: Notice = { text: '', undo: [] };

type ModerationCaseListProps = {
  readonly cases: readonly ListedCase[];
  readonly texts: ConsoleTexts<'moderation'>;
  /** The page of one case, which leads to no further one. */
  readonly isPage?: boolean;
};

/**
 * Shows the cases of a page, which the admin decides one by one or several at once. A case whose decision failed shows
 * its error.
 */
export function ModerationCaseList({ cases, texts, isPage = false }: ModerationCaseListProps) {
  const router = useRouter();
  const { locale } = useReader();
  const said = useRef<HTMLParagraphElement>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [notice, setNotice] = useState(silent);
  const [isBusy, start] = useTransition();
  const chosen = cases.filter((item) => picked.has(item.entityId));
  const common = verdicts.filter((verdict) => chosen.every((item) => verdictsFor(item).includes(verdict)));

  const pick = (entityId: string, isOn: boolean) =>
    setPicked((before) => {
      const after = new Set(before);
      if (isOn) after.add(entityId);
      else after.delete(entityId);
      return after;
    });
  const ask = (verdict: Verdict, about: readonly ListedCase[]) => setAsked({ verdict, cases: about });
  const run = (verdict: Verdict, about: readonly Decided[], reason: string, done: string) =>
    start(async () => {
      const send = (path: string, decision: object) => post<Answer>(path, decision);
      const results = await decideCases(verdict, about, reason, send, (error) => problemText(error, problemsOf(texts)));
      const held = heldOf(results);
      setOutcomes(results);
      setPicked(new Set());
      setNotice({
        text: fill(done, { held: held.length, all: results.length }, locale),
        undo: verdict === 'block' ? held : [],
      });
      // The pressed button disappears with its case.
      said.current?.focus();
      router.refresh();
    });

  useCaseKeys({
    onVerdict: (entityId, verdict) => {
      const about = cases.find((listed) => listed.entityId === entityId);
      if (isBusy || !about || !verdictsFor(about).includes(verdict)) return false;
      ask(verdict, [about]);
      return true;
    },
    onPick: (entityId) => pick(entityId, !picked.has(entityId)),
  });

  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        {chosen.length > 0 &&
          common.map((verdict) => (
            <Button
              key={verdict}
              look={verdict === 'block' ? 'danger' : 'secondary'}
              busy={isBusy}
              aria-haspopup="dialog"
              onClick={() => ask(verdict, chosen)}
            >
              {fill(texts.bulk, { verdict: wordsFor(verdict, chosen, texts).button, count: chosen.length }, locale)}
            </Button>
          ))}
        <p role="status" ref={said} tabIndex={-1} className="text-success">
          {notice.text}
        </p>
        {notice.undo.length > 0 && (
          <Button look="secondary" busy={isBusy} onClick={() => run('restore', notice.undo, '', texts.undone)}>
            {texts.undo}
          </Button>
        )}
        <KeyList texts={texts} />
      </div>
      {cases.map((item) => (
        <CaseCard
          key={item.entityId}
          item={item}
          texts={texts}
          locale={locale}
          isPicked={picked.has(item.entityId)}
          problem={outcomes.find(({ entityId }) => entityId === item.entityId)?.problem ?? null}
          isBusy={isBusy}
          href={isPage ? null : caseHref(item.entityId)}
          onPick={(isOn) => pick(item.entityId, isOn)}
          onDecide={(verdict) => ask(verdict, [item])}
        />
      ))}
      {asked && (
        <CaseDialog
          verdict={asked.verdict}
          about={asked.cases}
          texts={texts}
          locale={locale}
          onConfirm={(reason) =>
            run(asked.verdict, asked.cases, reason, wordsFor(asked.verdict, asked.cases, texts).done)
          }
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
