import { getImageProps } from 'next/image';
import { classNames } from './class-names.ts';

type PictureProps = {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** The display width as a `sizes` attribute, which a browser reads before any CSS is loaded. */
  readonly sizes: string;
  /** The most important picture of the page, loaded first. */
  readonly isFirst?: boolean;
  /** Loaded with the page although it is not visible yet. The network may be gone when it is shown. */
  readonly isKeptReady?: boolean;
  readonly className?: string;
};

/** An uploaded picture is stored in its sizes, so no optimiser stands in front of it. */
const ofUpload = ({ src, width }: { readonly src: string; readonly width: number }): string => `${src}?w=${width}`;

/**
 * Shows a responsive picture without a script. The box around it keeps the aspect ratio, so the layout does not shift
 * when the picture loads. Until then the box shows the background colour of the style sheet.
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
    ...(src.startsWith('/api/media/') && { loader: ofUpload }),
    loading: isFirst || isKeptReady ? 'eager' : 'lazy',
    ...(isFirst && { fetchPriority: 'high' }),
    ...(isKeptReady && { fetchPriority: 'low' }),
  });
  const { style: _, ...image } = props;
  return (
    // biome-ignore lint/performance/noImgElement: next/image made these props; its component would add a script.
    // biome-ignore lint/a11y/useAltText: the alternative text is among the props.
    <img {...image} className={classNames('size-full object-cover', className)} />
  );
}
