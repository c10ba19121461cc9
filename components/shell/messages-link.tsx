'use client';

import { CircleAlert, Clock, MessageCircle } from 'lucide-react';
import type { Route } from 'next';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSendState } from '#components/messages/send/send-context.ts';
import { Link } from '#components/ui/link.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationPage } from '#lib/messaging/schemas/conversation-input.ts';
import { get } from '#lib/web/api/api-client.ts';
import type { SendState } from '#lib/web/messages/send-hold.ts';
import { UnreadTally } from '#lib/web/messages/unread-tally.ts';
import { useTunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { CountBadge } from './count-badge.tsx';

/** A page that was hidden for longer than this requests the count again. */
const AWAY_MS = 60_000;
/** Events within this window cause one request. */
const GATHER_MS = 300;

type MessagesLinkProps = {
  /** The count when the page was rendered. */
  readonly count: number;
  readonly href: Route;
  readonly locale: Locale;
  readonly texts: Pick<Texts<'shell'>, 'messages' | 'messagesWaiting' | 'messagesFailed'>;
};

/**
 * Shows a link to the messages with the unread count, updated by the tunnel. An icon shows whether own messages are
 * waiting or have failed.
 */
export function MessagesLink({ count: first, href, locale, texts }: MessagesLinkProps) {
  const [tally] = useState(() => new UnreadTally(first));
  const [count, setCount] = useState(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = async () => {
    // The server sums over at most 100 conversations too. After a failed request, the next event requests the count
    // again.
    const page = await get<ConversationPage>('/api/conversations?limit=100').catch(() => null);
    if (!page) return;
    tally.counted(page.unreadTotal ?? 0, page.conversations);
    setCount(tally.total);
  };
  const countAnew = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void read(), GATHER_MS);
  };
  const away = useEffectEvent(countAnew);

  useTunnel('user:inbox', (update) => {
    if (update.event === 'inbox.state') tally.summed((update.data as { readonly unreadTotal: number }).unreadTotal);
    else if (update.event === 'conversation.upserted' || update.event === 'conversation.removed') {
      if (tally.needsCounts) return countAnew();
      if (update.event === 'conversation.upserted') tally.upserted(update.data as ConversationView);
      else tally.removed((update.data as { readonly conversationId: string }).conversationId);
    }
    setCount(tally.total);
  });
  useEffect(() => {
    let hiddenAt: number | null = null;
    const stop = new AbortController();
    const looked = () => {
      if (document.hidden) hiddenAt = Date.now();
      else if (hiddenAt !== null && Date.now() - hiddenAt > AWAY_MS) away();
    };
    document.addEventListener('visibilitychange', looked, stop);
    return () => {
      stop.abort();
      clearTimeout(timer.current);
    };
  }, []);

  const { waiting, failed } = useSendState();
  const label = [
    fill(texts.messages, { count }, locale),
    failed > 0 && fill(texts.messagesFailed, { count: failed }, locale),
    waiting > 0 && fill(texts.messagesWaiting, { count: waiting }, locale),
  ];
  return (
    <Link href={href} aria-label={label.filter(Boolean).join('. ')} className={iconButtonClass}>
      <MessageCircle aria-hidden />
      <CountBadge count={count} />
      <SendSign waiting={waiting} failed={failed} />
    </Link>
  );
}

/** Shows an icon while own messages are waiting to be sent or have failed. */
function SendSign({ waiting, failed }: SendState) {
  if (waiting + failed === 0) return null;
  const Icon = failed > 0 ? CircleAlert : Clock;
  return (
    <span className="absolute end-0.5 bottom-0.5 rounded-full bg-surface">
      <Icon aria-hidden className={`size-4! ${failed > 0 ? 'text-danger' : 'text-warning'}`} />
    </span>
  );
}
