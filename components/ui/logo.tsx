import { classNames } from './class-names.ts';

const looks = {
  small: { width: 48, stored: 192, className: 'size-12 rounded-md' },
  medium: { width: 64, stored: 320, className: 'size-16 rounded-lg' },
  large: { width: 96, stored: 320, className: 'size-24 rounded-lg' },
} as const;

type LogoProps = {
  readonly url: string;
  /** Empty where the name stands beside the logo. */
  readonly alt?: string;
  readonly size: keyof typeof looks;
};

/** Shows an uploaded logo as a square. */
export function Logo({ url, alt = '', size }: LogoProps) {
  const { width, stored, className } = looks[size];
  return (
    // biome-ignore lint/performance/noImgElement: an upload is stored in its sizes already.
    <img
      src={`${url}?w=${stored}`}
      alt={alt}
      width={width}
      height={width}
      loading="lazy"
      className={classNames('shrink-0 object-cover', className)}
    />
  );
}
