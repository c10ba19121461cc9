'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { ListedCase } from '#lib/admin/schemas/moderation.ts';
import { post } from '#lib/web/api/api-client.ts';
import { CaseCard } from './case-card.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { type Verdict, verdictsFor, wordsFor } from './case-words.ts';
import { decideCases, type Outcome } from './decide-cases.ts';
import { useCaseKeys } from './use-case-keys.ts';

type Asked = { readonly verdict: Verdict; readonly cases: readonly ListedCase[] };

/**
 * Shows the cases of a page, which the admin decides one by one or several at once. A case whose decision failed shows
 * its error.
 */
export function ModerationCaseList({ cases }: { readonly cases: readonly ListedCase[] }) {
  const router = useRouter();
  const said = useRef<HTMLParagraphElement>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [notice, setNotice] = useState('');
  const [isBusy, start] = useTransition();
  const chosen = cases.filter(({ entityId, status }) => picked.has(entityId) && verdictsFor[status].includes('block'));

  const pick = (entityId: string, isOn: boolean) =>
    setPicked((before) => {
      const after = new Set(before);
      if (isOn) after.add(entityId);
      else after.delete(entityId);
      return after;
    });
  const ask = (verdict: Verdict, about: readonly ListedCase[]) => setAsked({ verdict, cases: about });
  const decide = ({ verdict, cases: about }: Asked, reason: string) =>
    start(async () => {
      const results = await decideCases(verdict, about, reason, (path, decision) => post(path, decision));
      const held = results.filter(({ problem }) => problem === null);
      setOutcomes(results);
      setPicked(new Set());
      setNotice(`${wordsFor(verdict, typesOf(about)).done}: ${held.length} of ${results.length}`);
      // The pressed button disappears with its case.
      said.current?.focus();
      router.refresh();
    });

  useCaseKeys({
    onVerdict: (entityId, verdict) => {
      const about = cases.find((listed) => listed.entityId === entityId);
      if (isBusy || !about || !verdictsFor[about.status].includes(verdict)) return false;
      ask(verdict, [about]);
      return true;
    },
    onPick: (entityId) => pick(entityId, !picked.has(entityId)),
  });

  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        {chosen.length > 0 && (
          <Button look="danger" busy={isBusy} aria-haspopup="dialog" onClick={() => ask('block', chosen)}>
            {wordsFor('block', typesOf(chosen)).button} {chosen.length} selected…
          </Button>
        )}
        <p role="status" ref={said} tabIndex={-1} className="text-success">
          {notice}
        </p>
        <p className="ms-auto text-sm text-muted max-sm:hidden">
          Keys: <kbd>j</kbd> <kbd>k</kbd> move, <kbd>b</kbd> block, <kbd>d</kbd> dismiss, <kbd>r</kbd> restore,{' '}
          <kbd>x</kbd> select
        </p>
      </div>
      {cases.map((item) => (
        <CaseCard
          key={item.entityId}
          item={item}
          isPicked={picked.has(item.entityId)}
          problem={outcomes.find(({ entityId }) => entityId === item.entityId)?.problem ?? null}
          isBusy={isBusy}
          onPick={(isOn) => pick(item.entityId, isOn)}
          onDecide={(verdict) => ask(verdict, [item])}
        />
      ))}
      {asked && (
        <CaseDialog
          verdict={asked.verdict}
          what={nameOf(asked.cases)}
          types={typesOf(asked.cases)}
          onConfirm={(reason) => decide(asked, reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

const typesOf = (cases: readonly ListedCase[]) => cases.map(({ entityType }) => entityType);

const nameOf = ([first, ...others]: readonly ListedCase[]): string => {
  if (!first || others.length > 0) return `${others.length + 1} cases`;
  return (first.entityType === 'profile' && first.ownerName) || first.title;
};
