import { classNames } from '#components/ui/class-names.ts';
import { Picture } from '#components/ui/picture.tsx';
import type { ProductImage } from '#lib/store/schemas/product.ts';

type ProductPictureProps = {
  readonly image: Pick<ProductImage, 'url' | 'alt' | 'width' | 'height'> | null;
  /** The alternative text; empty when text beside the picture names the product. */
  readonly alt: string;
  readonly sizes: string;
  readonly isFirst?: boolean;
  readonly isFaded?: boolean;
  readonly isKeptReady?: boolean;
  readonly className?: string;
};

/** Shows a product picture in a square box, or a placeholder without a picture. */
export function ProductPicture({
  image,
  alt,
  sizes,
  isFirst = false,
  isFaded = false,
  isKeptReady = false,
  className,
}: ProductPictureProps) {
  return (
    <span className={classNames('block aspect-square overflow-hidden rounded-md bg-sunken', className)}>
      {image ? (
        <Picture
          src={image.url}
          alt={alt}
          width={image.width}
          height={image.height}
          sizes={sizes}
          isFirst={isFirst}
          isKeptReady={isKeptReady}
          className={classNames(
            'transition-transform duration-500 motion-safe:group-hover:scale-[1.02]',
            isFaded && 'opacity-60 grayscale',
          )}
        />
      ) : (
        <svg aria-hidden="true" viewBox="0 3 24 24" className="size-full text-line">
          <rect x="7" y="10" width="10" height="10" rx="2.4" fill="none" stroke="currentColor" strokeWidth="0.8" />
          <circle cx="13.6" cy="16.6" r="1.2" fill="currentColor" />
        </svg>
      )}
    </span>
  );
}
