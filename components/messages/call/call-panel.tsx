import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CallEnding, CallState } from '#lib/web/calls/call-state.ts';
import type { PanelProps } from './call-props.ts';
import { CallView } from './call-view.tsx';
import { standingOf, troubleText } from './call-words.ts';
import { EndedCall } from './ended-call.tsx';
import { IncomingCall } from './incoming-call.tsx';

/** Endings without a message: the user has just hung up, or the conversation itself reports the missed call. */
const plainEndings: readonly (CallEnding | null)[] = ['hangup', 'canceled', 'elsewhere'];
const GONE_AFTER_MS = 2000;

export type CallPanelProps = Omit<PanelProps, 'state'> & { readonly texts: Texts<'call'>; readonly locale: Locale };

const nothing = () => null;

/** Shows the call of this tab above any page. */
export function CallPanel({ manager, texts, locale }: CallPanelProps) {
  const state = useSyncExternalStore(manager.watch, manager.state, nothing);
  useEffect(() => {
    if (state?.stage !== 'ended' || !plainEndings.includes(state.ending)) return undefined;
    const timer = setTimeout(() => manager.dismiss(), state.ending === 'hangup' ? GONE_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [manager, state?.stage, state?.ending]);

  if (!state) return null;
  const named = state.peer.name ? state : { ...state, peer: { ...state.peer, name: texts.someone } };
  return <OpenPanel key={state.callId} manager={manager} state={named} texts={texts} locale={locale} />;
}

function OpenPanel({ manager, state, texts, locale }: PanelProps & CallPanelProps) {
  const frame = useRef<HTMLElement>(null);
  const [isBig, setBig] = useState(state.media === 'video');
  const { stage, peer, media, isCaller } = state;
  const isRinging = !isCaller && (stage === 'incoming' || (stage === 'asking' && state.local === null));
  useHeldFocus(frame);

  const hasPicture = stage !== 'ended' && !isRinging && isBig;
  const name = fill(isRinging ? ringTextOf(media, texts) : texts.inCall, { name: peer.name }, locale);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      role={isRinging ? 'alertdialog' : 'region'}
      aria-label={name}
      className={classNames(
        'call-panel motion-fade fixed z-50 flex flex-col gap-3 border border-line bg-surface p-4 text-text shadow-lift print:hidden',
        hasPicture ? 'call-panel-big' : 'call-panel-small',
      )}
    >
      {isRinging ? (
        <IncomingCall manager={manager} state={state} texts={texts} name={name} />
      ) : stage === 'ended' ? (
        <EndedCall manager={manager} state={state} texts={texts} />
      ) : (
        <CallView manager={manager} state={state} texts={texts} isBig={isBig} onResize={() => setBig(!isBig)} />
      )}
      <p role="alert" className="order-1 text-sm text-danger empty:hidden">
        {troubleText(state.trouble, texts)}
      </p>
      <p role="status" className="sr-only">
        {standingOf(state, texts)}
      </p>
    </section>
  );
}

const ringTextOf = (media: CallState['media'], texts: Texts<'call'>) =>
  media === 'video' ? texts.incomingVideo : texts.incomingAudio;

/**
 * Moves the focus to the panel and not to a button, so that a user who is typing does not answer with the space key.
 * When the panel closes, the focus returns to its former element.
 */
function useHeldFocus(frame: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const panel = frame.current;
    const before = document.activeElement;
    panel?.focus({ preventScroll: true });
    return () => {
      const isHere = document.activeElement === document.body || panel?.contains(document.activeElement);
      if (isHere && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [frame]);
}
