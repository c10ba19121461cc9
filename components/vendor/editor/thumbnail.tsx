import { classNames } from '#components/ui/class-names.ts';
import type { ProductDraft } from '#lib/web/seller/product-draft.ts';

type ThumbnailProps = { readonly image: ProductDraft['images'][number]; readonly className?: string };

/** Shows a picture of a draft in a square. It was chosen in this browser a moment ago, so one size is enough. */
export const Thumbnail = ({ image, className }: ThumbnailProps) => (
  <span className={classNames('block aspect-square overflow-hidden rounded-md bg-sunken', className)}>
    {/* biome-ignore lint/performance/noImgElement: the component of next/image would add a script. */}
    <img
      src={image.url.startsWith('/api/media/') ? `${image.url}?w=640` : image.url}
      alt={image.alt}
      width={image.width}
      height={image.height}
      className="size-full object-cover"
    />
  </span>
);
