import { Maximize2, Mic, MicOff, Minimize2, PhoneOff, SwitchCamera, Video, VideoOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import type { PanelProps } from './call-props.ts';
import { RoundButton } from './round-button.tsx';

type CallControlsProps = PanelProps & {
  readonly texts: Texts<'call'>;
  readonly isBig: boolean;
  readonly onResize: () => void;
};

/** Shows the controls of a call. */
export function CallControls({ manager, state, texts, isBig, onResize }: CallControlsProps) {
  const { hasMic, hasCamera, local } = state;
  const canSwitch = useSeveralCameras(hasCamera);
  return (
    <div className="order-2 flex flex-wrap justify-center gap-2">
      {local && (
        <>
          <RoundButton
            look={hasMic ? 'plain' : 'off'}
            label={hasMic ? texts.mute : texts.unmute}
            onPress={() => manager.setMic(!hasMic)}
          >
            {hasMic ? <Mic aria-hidden /> : <MicOff aria-hidden />}
          </RoundButton>
          <RoundButton
            look={hasCamera ? 'plain' : 'off'}
            label={hasCamera ? texts.cameraOff : texts.cameraOn}
            onPress={() => manager.setCamera(!hasCamera)}
          >
            {hasCamera ? <Video aria-hidden /> : <VideoOff aria-hidden />}
          </RoundButton>
        </>
      )}
      {canSwitch && (
        <RoundButton look="plain" label={texts.nextCamera} onPress={() => manager.nextCamera()}>
          <SwitchCamera aria-hidden />
        </RoundButton>
      )}
      <RoundButton look="plain" label={isBig ? texts.smaller : texts.bigger} onPress={onResize}>
        {isBig ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
      </RoundButton>
      <RoundButton look="no" label={texts.hangUp} onPress={() => manager.hangUp()}>
        <PhoneOff aria-hidden />
      </RoundButton>
    </div>
  );
}

/** Whether another camera is available. A browser reveals this only while a camera is in use. */
function useSeveralCameras(hasCamera: boolean): boolean {
  const [isSeveral, setSeveral] = useState(false);
  useEffect(() => {
    if (!hasCamera) {
      setSeveral(false);
      return undefined;
    }
    let isHere = true;
    void navigator.mediaDevices.enumerateDevices().then((found) => {
      if (isHere) setSeveral(found.filter(({ kind }) => kind === 'videoinput').length > 1);
    });
    return () => {
      isHere = false;
    };
  }, [hasCamera]);
  return isSeveral;
}
