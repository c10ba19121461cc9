import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Inbox } from '#components/inbox/inbox-context.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { problemText } from '#components/inbox/problem-text.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { ApiProblem, get, remove } from '#lib/web/api/api-client.ts';
import { inTime } from '#lib/web/api/in-time.ts';
import { fateOf, type HeldSend, type Holding, isOpen, undoText } from './held-send.ts';
import { readStoredSends, storeSends } from './stored-sends.ts';

type ThreadAnswer = { readonly drafts: readonly EmailDraftView[] };
type DraftAnswer = { readonly draft: EmailDraftView };

/**
 * Keeps the recent sends of this tab, across all pages of the inbox and across a reload. Each can be cancelled while
 * the server holds it back. The outcome is announced once it is known.
 */
export function useSends({ announce, acted }: Pick<Inbox, 'announce' | 'acted'>) {
  const router = useRouter();
  const t = useSay('reply');
  const inbox = useSay('inbox');
  const [sends, setSends] = useState<readonly HeldSend[]>([]);
  const newest = useRef<readonly HeldSend[] | null>(null);

  /** Reads the sends of an earlier page before any are added. */
  const all = useCallback((): readonly HeldSend[] => {
    newest.current ??= readStoredSends();
    return newest.current;
  }, []);
  const change = useCallback((next: readonly HeldSend[]) => {
    newest.current = next;
    storeSends(next.filter(({ fate }) => isOpen(fate)));
    setSends(next);
  }, []);
  useEffect(() => {
    const [first] = all();
    if (!first) return;
    setSends(all());
    announce(t('aboutToLeave', { email: first.toEmail }));
  }, [all, announce, t]);

  const hold = useCallback(
    ({ inMs, ...held }: Holding) => {
      const { draftId, sendAt } = held;
      const known = all().find((candidate) => candidate.draftId === draftId && candidate.sendAt === sendAt);
      const others = all().filter((send) => send.draftId !== draftId);
      // If the same send is reported twice, the earlier time counts, because each report was delayed on its way.
      const dueMs = Math.min(Date.now() + inMs, known?.dueMs ?? Number.POSITIVE_INFINITY);
      if (known?.dueMs !== dueMs) change([...others, { fate: { kind: 'held' }, note: null, ...known, ...held, dueMs }]);
    },
    [all, change],
  );
  const settle = useCallback(
    (draftId: string, found: Partial<Pick<HeldSend, 'fate' | 'note'>>) => {
      change(all().map((send) => (send.draftId === draftId ? { ...send, ...found } : send)));
      if (!found.fate || isOpen(found.fate)) return;
      acted();
      router.refresh();
    },
    [acted, all, change, router],
  );
  const drop = useCallback(
    (draftId: string) => change(all().filter((send) => send.draftId !== draftId)),
    [all, change],
  );

  /** Asks the server for the outcome. Without an answer, the state stays and the next interval asks again. */
  const look = useCallback(
    async (draftId: string) => {
      const send = all().find((candidate) => candidate.draftId === draftId);
      if (!send || !isOpen(send.fate)) return;
      const { drafts } = await inTime(get<ThreadAnswer>(`/api/admin/email/threads/${send.threadId}`));
      const fate = fateOf(drafts.find(({ id }) => id === draftId) ?? null, send.toEmail, { t, inbox });
      settle(draftId, { fate });
      if ('text' in fate) announce(fate.text);
    },
    [all, announce, settle, t, inbox],
  );

  const takeBack = useCallback(
    async (draftId: string) => {
      try {
        const { draft } = await inTime(remove<DraftAnswer>(`/api/admin/email/drafts/${draftId}/send`));
        const to = all().find((candidate) => candidate.draftId === draftId)?.toEmail ?? draft.toEmail;
        const fate = fateOf(draft, to, { t, inbox });
        settle(draftId, { fate });
        announce(undoText(fate, t));
      } catch (error) {
        const note = isTooLate(error)
          ? undoText({ kind: 'leaving' }, t)
          : t('notUndone', { why: problemText(error, inbox) });
        settle(draftId, { note });
        announce(note);
        await look(draftId).catch(() => undefined); // the timer of the send asks again
      }
    },
    [all, announce, look, settle, t, inbox],
  );

  return { sends, hold, look, takeBack, drop };
}

const isTooLate = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.code === 'SendInProgress' || error.code === 'InvalidTransition');
