import { Phone, PhoneOff, Video } from 'lucide-react';
import { useEffect } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import { ringOut } from '#lib/web/calls/ring-tone.ts';
import { CallFace } from './call-face.tsx';
import type { PanelProps } from './call-props.ts';
import { RoundButton } from './round-button.tsx';

type IncomingCallProps = PanelProps & { readonly texts: Texts<'call'>; readonly name: string };

/** Shows an incoming call: the caller and the buttons to answer. */
export function IncomingCall({ manager, state, texts, name }: IncomingCallProps) {
  const { media, peer, stage } = state;
  const isAnswering = stage === 'asking';
  useEffect(() => (isAnswering ? undefined : ringOut()), [isAnswering]);

  return (
    <>
      <div className="flex items-center gap-4">
        <CallFace peer={peer} isRinging />
        <p className="min-w-0 grow text-lg font-semibold wrap-anywhere">{name}</p>
      </div>
      <div className="order-2 flex flex-wrap justify-center gap-x-6 gap-y-3">
        <RoundButton look="no" label={texts.reject} isNamed onPress={() => manager.hangUp()}>
          <PhoneOff aria-hidden />
        </RoundButton>
        {media === 'video' && (
          <RoundButton
            look="plain"
            label={texts.acceptAudio}
            isNamed
            isBusy={isAnswering}
            onPress={() => manager.accept('audio')}
          >
            <Phone aria-hidden />
          </RoundButton>
        )}
        <RoundButton look="yes" label={texts.accept} isNamed isBusy={isAnswering} onPress={() => manager.accept(media)}>
          {media === 'video' ? <Video aria-hidden /> : <Phone aria-hidden />}
        </RoundButton>
      </div>
    </>
  );
}
