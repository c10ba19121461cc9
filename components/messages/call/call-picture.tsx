import { useEffect, useRef } from 'react';
import { classNames } from '#components/ui/class-names.ts';

type CallPictureProps = { readonly stream: MediaStream; readonly label: string; readonly isMirrored?: boolean };

/** Shows the video of a stream without its sound. The user's own video is mirrored. */
export function CallPicture({ stream, label, isMirrored = false }: CallPictureProps) {
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
