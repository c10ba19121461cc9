import { Share2 } from 'lucide-react';
import type { Route } from 'next';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Link } from '#components/ui/link.tsx';
import { CardFrame } from './card-frame.tsx';
import { type CardProps, useCard } from './use-card.ts';

/** Shows a shared page of this site. The link cannot leave the site: the server accepted only own addresses. */
export function ShareCard({ message, me, act }: CardProps) {
  const texts = useMessageTexts().messageCards;
  const { entityType, title, url, imageUrl } = useCard<'share_card'>(message, me, act).state;

  return (
    <CardFrame
      icon={<Share2 aria-hidden />}
      kind={texts[`share_${entityType}`]}
      title={
        <Link href={url as Route} className="underline underline-offset-4">
          {title}
        </Link>
      }
    >
      {imageUrl && (
        // biome-ignore lint/performance/noImgElement: the size of the picture is unknown, and it is small already.
        <img src={imageUrl} alt="" loading="lazy" className="aspect-video w-full rounded-md bg-sunken object-cover" />
      )}
    </CardFrame>
  );
}
