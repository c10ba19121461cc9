import { classNames } from '#components/ui/class-names.ts';
import { Picture } from '#components/ui/picture.tsx';
import type { ProductImage } from '#lib/store/schemas/product.ts';
import { GalleryRegion } from './gallery-region.tsx';
import { ProductPicture } from './product-picture.tsx';

type GalleryProps = {
  readonly images: readonly Pick<ProductImage, 'url' | 'alt' | 'width' | 'height'>[];
  readonly title: string;
  readonly label: string;
};

/**
 * Shows the pictures of a product. On a phone they are side by side and scroll. On wide screens one is large and the
 * rest are in pairs. Only CSS moves the pictures, no script.
 */
export function Gallery({ images, title, label }: GalleryProps) {
  const [first, ...others] = images;
  if (!first) return <ProductPicture image={null} alt="" sizes="50vw" />;

  return (
    <GalleryRegion label={label} hasMore={others.length > 0}>
      {images.map((image, place) => (
        <div
          key={image.url}
          className={classNames(
            'aspect-square shrink-0 snap-center overflow-hidden rounded-md bg-sunken md:w-full',
            // A visible part of the next picture shows that there is one.
            others.length > 0 ? 'w-11/12' : 'w-full',
            (place === 0 || (place === others.length && others.length % 2 === 1)) && 'md:col-span-2',
          )}
        >
          <Picture
            src={image.url}
            alt={images.length > 1 ? `${title}, ${place + 1}/${images.length}` : title}
            width={image.width}
            height={image.height}
            sizes={
              place === 0
                ? '(min-width: 80rem) 42rem, (min-width: 48rem) 55vw, 100vw'
                : '(min-width: 48rem) 28vw, 100vw'
            }
            isFirst={place === 0}
          />
        </div>
      ))}
    </GalleryRegion>
  );
}
