'use client';

import { usePathname, useRouter } from 'next/navigation';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { SendToast } from './draft/send-toast.tsx';
import { useSends } from './draft/use-sends.ts';
import { type Commands, type Inbox, InboxContext } from './inbox-context.ts';
import { type InboxTexts, InboxTextsContext } from './inbox-texts.ts';
import { ServerAway } from './server-away.tsx';
import { useStatusChanges } from './threads/use-status-changes.ts';
import { useThreadOrder } from './threads/use-thread-order.ts';
import { UndoToast } from './undo-toast.tsx';
import { useAutoRefresh } from './use-auto-refresh.ts';
import { useKeys } from './use-keys.ts';

const KeyHelp = lazy(() => import('./key-help.tsx').then((module) => ({ default: module.KeyHelp })));

type InboxProviderProps = { readonly texts: InboxTexts; readonly children: ReactNode };

/**
 * Provides what the pages of the inbox share: texts, shortcuts, announcements, status changes with undo, pending sends and the
 * auto-refresh.
 */
export function InboxProvider({ texts, children }: InboxProviderProps) {
  // Every refresh brings equal texts anew, and no effect that depends on them may run again for that.
  const [kept] = useState(texts);
  return (
    <InboxTextsContext value={kept}>
      <InboxState>{children}</InboxState>
    </InboxTextsContext>
  );
}

function InboxState({ children }: Pick<InboxProviderProps, 'children'>) {
  const router = useRouter();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const registered = useRef<Commands[]>([]);
  const actions = useRef(0);
  const left = useRef<string | null>(null);
  const takers = useRef<readonly ((text: string) => void)[]>([]);
  const scrolled = useRef({ of: '', top: 0 });
  const here = usePathname();
  const [entry] = useState(here);

  const announce = useCallback((text: string) => {
    // The same text is announced twice only if it is cleared in between.
    setAnnouncement('');
    setTimeout(() => setAnnouncement(text), 50);
  }, []);
  const acted = useCallback(() => {
    actions.current += 1;
  }, []);
  const { move, statusOf, undo, failed, takeBack: moveBack, dismiss } = useStatusChanges({ announce, acted });
  const { sends, hold, look, takeBack, drop } = useSends({ announce, acted });
  const { list, walk, goOn } = useThreadOrder(announce);

  const inbox = useMemo<Inbox>(
    () => ({
      announce,
      acted,
      move,
      statusOf,
      hold,
      takeBack: (draftId) => void takeBack(draftId),
      insert: (text) => takers.current.at(-1)?.(text),
      takeInserts: (taker) => {
        takers.current = [...takers.current, taker];
        return () => {
          takers.current = takers.current.filter((kept) => kept !== taker);
        };
      },
      list,
      walk,
      goOn,
      scrolled,
      entry,
      actions: () => actions.current,
      leave: (threadId) => {
        left.current = threadId;
      },
      cameFrom: () => left.current,
      register: (commands) => {
        registered.current = [...registered.current, commands];
        return () => {
          registered.current = registered.current.filter((kept) => kept !== commands);
        };
      },
    }),
    [announce, acted, move, statusOf, hold, takeBack, list, walk, goOn, entry],
  );

  const isAway = useAutoRefresh();
  useKeys({
    move,
    walk,
    registered: () => registered.current,
    toDrafts: () => router.push('/admin/inbox/drafts'),
    openHelp: () => setHelpOpen(true),
  });

  return (
    <InboxContext value={inbox}>
      {children}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="toasts">
        {isAway && <ServerAway />}
        {undo && <UndoToast text={undo.text} onUndo={moveBack} onDismiss={dismiss} />}
        {failed && <UndoToast text={failed} onDismiss={dismiss} />}
        {sends.map((send) => (
          <SendToast key={`${send.draftId} ${send.sendAt}`} send={send} look={look} takeBack={takeBack} drop={drop} />
        ))}
      </div>
      <Suspense>{isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}</Suspense>
    </InboxContext>
  );
}
