import { getImageProps } from 'next/image';
import { classNames } from './class-names.ts';

type PictureProps = {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** How wide it is shown, as a browser reads it before any style is known. */
  readonly sizes: string;
  /** The one picture of the page that is wanted first. */
  readonly isFirst?: boolean;
  /** Loaded with the page although it is not shown yet: by then the network may be gone. */
  readonly isKeptReady?: boolean;
  readonly className?: string;
};

/**
 * A picture in the sizes screens ask for, without a script: the box around it keeps its ratio, so nothing moves when it
 * arrives. Its colours are filled in from the style sheet until then.
 */
export function Picture({
  src,
  alt,
  width,
  height,
  sizes,
  isFirst = false,
  isKeptReady = false,
  className,
}: PictureProps) {
  const { props } = getImageProps({
    src,
    alt,
    width,
    height,
    sizes,
    loading: isFirst || isKeptReady ? 'eager' : 'lazy',
    ...(isFirst && { fetchPriority: 'high' }),
    ...(isKeptReady && { fetchPriority: 'low' }),
  });
  const { style: _, ...image } = props;
  return (
    // biome-ignore lint/performance/noImgElement: next/image made these very props; its component would add a script.
    // biome-ignore lint/a11y/useAltText: the alternative text is among the props.
    <img {...image} className={classNames('size-full object-cover', className)} />
  );
}
