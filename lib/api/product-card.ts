import { ImageResponse } from 'next/og.js';
import { createElement as element } from 'react';
import type { ProductCard } from '#lib/context/ports/pictures.ts';

/** Increases with every change of the card, because browsers and networks cache it by this number. */
export const CARD_DESIGN = '1';
const size = { width: 1200, height: 630 };
// The light colours of globals.css: a picture is drawn without style sheets.
const paper = '#faf8f5';
const ink = '#1f1b17';
const quiet = '#6b6762';
const accent = '#a8401f';

/** Draws the card of a product as PNG. Uses only its input, so that it can run in any thread. */
export const drawProductCard = (card: ProductCard): Promise<ArrayBuffer> =>
  new ImageResponse(cardOf(card), size).arrayBuffer();

function cardOf({ title, maker }: ProductCard) {
  const fontSize = title.length > 40 ? 72 : 96;
  return element(
    'div',
    {
      style: {
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: 80,
        background: paper,
        color: ink,
      },
    },
    element('div', { style: { display: 'flex', alignItems: 'center', gap: 20, fontSize: 40 } }, sign(), 'Plaza'),
    element(
      'div',
      { style: { display: 'flex', flexDirection: 'column', gap: 24 } },
      element('div', { style: { display: 'flex', fontSize, lineHeight: 1.1, letterSpacing: -2 } }, title),
      element('div', { style: { display: 'flex', fontSize: 40, color: quiet } }, maker),
    ),
  );
}

const sign = () =>
  element(
    'svg',
    { width: '48', height: '48', viewBox: '0 0 24 24' },
    element('rect', { x: 1.5, y: 1.5, width: 21, height: 21, rx: 5, fill: 'none', stroke: ink, strokeWidth: 2.5 }),
    element('circle', { cx: 15, cy: 15, r: 3.25, fill: accent }),
  );
