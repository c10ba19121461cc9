import { MicOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { ringOut } from '#lib/web/calls/ring-tone.ts';
import { CallControls } from './call-controls.tsx';
import { CallFace } from './call-face.tsx';
import type { PanelProps } from './call-props.ts';
import { CallSound } from './call-sound.tsx';
import { clockText, standingOf } from './call-words.ts';

type CallViewProps = PanelProps & {
  readonly texts: Texts<'call'>;
  readonly isBig: boolean;
  readonly onResize: () => void;
};

/**
 * Shows a call from the permission prompt to its end: video and sound of the other user, the user's own video, and the
 * controls.
 */
export function CallView({ manager, state, texts, isBig, onResize }: CallViewProps) {
  const { peer, stage, liveAt, remote, local, peerHasCamera, peerHasMic, hasCamera } = state;
  useEffect(() => (stage === 'ringing' ? ringOut() : undefined), [stage]);
  const isLive = stage === 'live' || stage === 'reconnecting';
  return (
    <>
      <CallSound stream={remote} label={texts.hear} />
      {isBig && (
        <div className="relative min-h-0 grow overflow-hidden rounded-md bg-sunken">
          {remote && peerHasCamera && isLive ? (
            <CallPicture stream={remote} label={fill(texts.pictureOf, { name: peer.name }, 'en')} />
          ) : (
            <div className="flex size-full items-center justify-center">
              <CallFace peer={peer} isLarge isRinging={!isLive} />
            </div>
          )}
          {local && hasCamera && (
            <div className="absolute end-2 bottom-2 aspect-video w-28 overflow-hidden rounded-sm border border-line shadow-lift sm:w-40">
              <CallPicture stream={local} label={texts.ownPicture} isMirrored />
            </div>
          )}
        </div>
      )}
      <div className="flex items-center gap-3">
        {!isBig && <CallFace peer={peer} isRinging={!isLive} />}
        <div className="min-w-0 grow">
          <p className="truncate font-semibold">{peer.name}</p>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            {stage === 'live' && liveAt !== null ? (
              <CallClock since={liveAt} now={manager.now} label={texts.duration} />
            ) : (
              <span aria-hidden>{standingOf(state, texts)}</span>
            )}
            {isLive && !peerHasMic && (
              <span className="inline-flex items-center gap-1">
                <MicOff aria-hidden className="size-4" />
                {texts.peerMuted}
              </span>
            )}
          </p>
        </div>
      </div>
      <CallControls manager={manager} state={state} texts={texts} isBig={isBig} onResize={onResize} />
    </>
  );
}

type CallClockProps = { readonly since: number; readonly now: () => number; readonly label: string };

/** Shows the duration of the call. */
function CallClock({ since, now, label }: CallClockProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const count = () => setSeconds(Math.max(Math.floor((now() - since) / 1000), 0));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [since, now]);
  return (
    <span role="timer" aria-label={label} className="tabular-nums">
      {clockText(seconds)}
    </span>
  );
}

type CallPictureProps = { readonly stream: MediaStream; readonly label: string; readonly isMirrored?: boolean };

/** Shows the video of a stream without its sound. The user's own video is mirrored. */
function CallPicture({ stream, label, isMirrored = false }: CallPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);

  return (
    <video
      ref={video}
      aria-label={label}
      autoPlay
      playsInline
      muted
      className={classNames('size-full', isMirrored ? '-scale-x-100 object-cover' : 'object-contain')}
    />
  );
}
