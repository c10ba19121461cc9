import { ImageResponse } from 'next/og';
import { answerPicture } from '#lib/api/answer-picture.ts';
import { addressLocale } from '#lib/api/locale.ts';
import { openContext } from '#lib/api/open-context.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';

/** Goes up with every change of the card: the browsers and networks that keep one ask by it. */
const DESIGN = '1';
const size = { width: 1200, height: 630 };
// A picture is drawn where no style sheet reaches: these are the light colours of globals.css.
const paper = '#faf8f5';
const ink = '#1f1b17';
const quiet = '#6b6762';
const accent = '#a8401f';

/**
 * The card that stands for a product where its link is shared: its title and who makes it, in the language of the
 * address alone, since everybody is given the same copy for a day.
 */
export async function GET(request: Request, { params }: RouteContext<'/og/products/[id]'>): Promise<Response> {
  const { id } = await params;
  const ctx = { ...openContext(request.headers), locale: addressLocale(request.headers) };
  return answerPicture(ctx, request, async () => {
    const { title, vendor } = await getPublicProduct(ctx, id);
    const draw = () => new ImageResponse(<Card title={title} maker={vendor.name} />, size).arrayBuffer();
    return { words: [DESIGN, title, vendor.name], draw };
  });
}

function Card({ title, maker }: { readonly title: string; readonly maker: string }) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: 80,
        background: paper,
        color: ink,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', gap: 20, fontSize: 40 }}>
        <svg aria-hidden="true" width="48" height="48" viewBox="0 0 24 24">
          <rect x="1.5" y="1.5" width="21" height="21" rx="5" fill="none" stroke={ink} strokeWidth="2.5" />
          <circle cx="15" cy="15" r="3.25" fill={accent} />
        </svg>
        Plaza
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', gap: 24 }}>
        <div style={{ display: 'flex', fontSize: title.length > 40 ? 72 : 96, lineHeight: 1.1, letterSpacing: -2 }}>
          {title}
        </div>
        <div style={{ display: 'flex', fontSize: 40, color: quiet }}>{maker}</div>
      </div>
    </div>
  );
}
