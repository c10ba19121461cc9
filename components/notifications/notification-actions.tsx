'use client';

import { Archive, Check, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState, useTransition } from 'react';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { NotificationStatus } from '#lib/notifications/values.ts';
import { put, remove } from '#lib/web/api/api-client.ts';

type NotificationActionsProps = {
  readonly id: string;
  readonly title: string;
  readonly status: NotificationStatus;
  readonly texts: Texts<'notifications'>;
};

/** Shows the buttons that mark one notification as read, archive it or delete it. */
export function NotificationActions({ id, title, status, texts }: NotificationActionsProps) {
  const router = useRouter();
  const [problem, setProblem] = useState('');
  const [busy, startActing] = useTransition();
  const path = `/api/notifications/${id}`;

  const act = (call: () => Promise<unknown>) => {
    if (busy) return;
    startActing(async () => {
      try {
        await call();
        setProblem('');
        router.refresh();
      } catch {
        setProblem(texts.failed);
      }
    });
  };
  const name = (text: string) => fill(text, { title }, 'en');

  return (
    <div className="flex shrink-0 flex-wrap justify-end">
      {status === 'unread' && (
        <IconButton name={name(texts.markReadOf)} busy={busy} onPress={() => act(() => put(`${path}/read`, undefined))}>
          <Check aria-hidden />
        </IconButton>
      )}
      {status !== 'archived' && (
        <IconButton
          name={name(texts.archiveOf)}
          busy={busy}
          onPress={() => act(() => put(`${path}/archive`, undefined))}
        >
          <Archive aria-hidden />
        </IconButton>
      )}
      <IconButton name={name(texts.deleteOf)} busy={busy} onPress={() => act(() => remove(path))}>
        <Trash2 aria-hidden />
      </IconButton>
      <p role="status" className="basis-full text-end text-sm text-danger">
        {problem}
      </p>
    </div>
  );
}

type IconButtonProps = {
  readonly name: string;
  readonly busy: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

const IconButton = ({ name, busy, onPress, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={name}
    title={name}
    aria-disabled={busy}
    onClick={onPress}
    className="inline-flex size-11 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-text [&>svg]:size-5"
  >
    {children}
  </button>
);
