import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';

/** Plays the sound of the other side. When the browser blocks autoplay, a button starts it. */
export function CallSound({ stream, label }: { readonly stream: MediaStream | null; readonly label: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isHeldBack, setHeldBack] = useState(false);
  const play = () =>
    void audio.current?.play().then(
      () => setHeldBack(false),
      (error: unknown) => setHeldBack(error instanceof DOMException && error.name === 'NotAllowedError'),
    );

  useEffect(() => {
    const element = audio.current;
    if (!element || !stream) return undefined;
    element.srcObject = stream;
    element.play().catch((error: unknown) => {
      setHeldBack(error instanceof DOMException && error.name === 'NotAllowedError');
    });
    return () => {
      element.srcObject = null;
    };
  }, [stream]);

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: live speech has no captions. */}
      <audio ref={audio} className="hidden" />
      {isHeldBack && <Button onClick={play}>{label}</Button>}
    </>
  );
}
