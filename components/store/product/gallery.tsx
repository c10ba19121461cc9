import { Picture } from '#components/ui/picture.tsx';
import type { ProductImage } from '#lib/store/schemas/product.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { GalleryStage } from './gallery-stage.tsx';
import { ProductPicture } from './product-picture.tsx';

type GalleryProps = {
  readonly images: readonly Pick<ProductImage, 'url' | 'alt' | 'width' | 'height'>[];
  readonly label: string;
};

/**
 * Shows the pictures of a product: one beside the other in a strip that scrolls, small ones below to choose from, and
 * each one large in a dialog. The strip scrolls without a script. The alternative texts are those of the seller.
 */
export async function Gallery({ images, label }: GalleryProps) {
  if (images.length === 0) return <ProductPicture image={null} alt="" sizes="50vw" />;
  const [texts, { locale }] = await Promise.all([clientTexts('gallery'), pageTexts('gallery')]);
  return (
    <GalleryStage
      // Another product starts with its own first picture.
      key={images[0]?.url}
      label={label}
      texts={texts}
      locale={locale}
      images={images}
      slides={images.map(({ url, alt, width, height }, place) => (
        <Picture
          key={url}
          src={url}
          alt={alt}
          width={width}
          height={height}
          sizes="(min-width: 80rem) 42rem, (min-width: 48rem) 55vw, 100vw"
          isFirst={place === 0}
        />
      ))}
      thumbnails={images.map(({ url, width, height }) => (
        <Picture key={url} src={url} alt="" width={width} height={height} sizes="5rem" />
      ))}
    />
  );
}
