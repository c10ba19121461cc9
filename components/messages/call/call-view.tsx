import { MicOff } from 'lucide-react';
import { useEffect } from 'react';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { ringOut } from '#lib/web/calls/ring-tone.ts';
import { CallClock } from './call-clock.tsx';
import { CallControls } from './call-controls.tsx';
import { CallFace } from './call-face.tsx';
import { CallPicture } from './call-picture.tsx';
import type { PanelProps } from './call-props.ts';
import { CallSound } from './call-sound.tsx';
import { standingOf } from './call-words.ts';

type CallViewProps = PanelProps & {
  readonly texts: Texts<'call'>;
  readonly isBig: boolean;
  readonly onResize: () => void;
};

/**
 * Shows a call from the permission prompt to its end: video and sound of the other user, the user's own video, and the
 * controls.
 */
export function CallView({ desk, state, texts, isBig, onResize }: CallViewProps) {
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
              <CallClock since={liveAt} now={desk.now} label={texts.duration} />
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
      <CallControls desk={desk} state={state} texts={texts} isBig={isBig} onResize={onResize} />
    </>
  );
}
