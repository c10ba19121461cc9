import { getFormatter } from 'next-intl/server';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { PartButtons } from './part-buttons.tsx';
import { lookOfPart, offersForPart, type PartLook } from './part-looks.ts';
import { PartDelivery, PartEnd } from './part-notes.tsx';

const tones: Readonly<Record<PartLook, Tone>> = {
  pending: 'neutral',
  processing: 'primary',
  shipped: 'primary',
  delivered: 'success',
  refused: 'neutral',
  available: 'success',
  agreed: 'neutral',
  done: 'success',
};

type PartCardProps = {
  readonly order: OrderView;
  readonly part: OrderView['parts'][number];
  /** False where the order is finished or its money goes back. */
  readonly mayMove: boolean;
};

/** Shows the part of one seller: its state, items, delivery and money, and what the buyer can do with it. */
export async function PartCard({ order, part, mayMove }: PartCardProps) {
  const [{ t, locale }, texts, problems, format] = await Promise.all([
    pageTexts('orderParts'),
    clientTexts('orderParts'),
    clientTexts('problems'),
    getFormatter(),
  ]);
  const { vendorId, shippedAt, deliveredAt, trackingUrl, cancelRequest } = part;
  const lines = order.lines.filter(({ vendor }) => vendor.id === vendorId);
  const vendor = part.vendorName || (lines[0]?.vendor.name ?? '');
  const look = lookOfPart(part, lines);
  const amount = moneyText(part.amountMinor, order.currency, locale);
  const date = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium' });
  const tracking = [part.carrier, part.trackingNumber].filter(Boolean).join(' ');
  // What is downloaded does not wait for what is shipped.
  const isAhead = ({ fulfilment }: Line) =>
    fulfilment === 'digital' && part.refund === null && look !== 'refused' && look !== 'available';
  const titleId = `part-${vendorId}`;

  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 id={titleId} className="min-w-0 text-base font-medium tracking-normal wrap-anywhere">
          {vendor}
        </h3>
        <Badge tone={tones[look]}>{t(`state_${look}`)}</Badge>
      </div>
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-sm text-muted wrap-anywhere">
          {lines.map((line) => (isAhead(line) ? `${nameOf(line)} (${t('state_available')})` : nameOf(line))).join(', ')}
        </p>
        <span className="shrink-0 font-semibold tabular-nums">{amount}</span>
      </div>
      <PartDelivery part={part} currency={order.currency} />
      {(look === 'shipped' || look === 'delivered') && (
        <p className="text-sm wrap-anywhere">
          {deliveredAt !== null && look === 'delivered'
            ? t('deliveredOn', { date: date(deliveredAt) })
            : shippedAt !== null && t('shippedOn', { date: date(shippedAt) })}
          {tracking && <span className="block">{tracking}</span>}
          {trackingUrl && isWebAddress(trackingUrl) && (
            <a href={trackingUrl} rel="noreferrer" className="underline underline-offset-4">
              {t('track')}
            </a>
          )}
        </p>
      )}
      {cancelRequest && (cancelRequest.state !== 'accepted' || cancelRequest.answer) && (
        <div className="text-sm">
          {cancelRequest.state !== 'accepted' && look !== 'refused' && (
            <p>{t(cancelRequest.state === 'open' ? 'requestOpen' : 'requestDeclined')}</p>
          )}
          {cancelRequest.answer && (
            <p className="whitespace-pre-line text-muted wrap-anywhere">{cancelRequest.answer}</p>
          )}
        </div>
      )}
      <PartEnd part={part} currency={order.currency} />
      <PartButtons
        {...{ orderId: order.id, vendorId, vendor, amount, locale, texts, problems }}
        offers={offersForPart(part, mayMove)}
      />
    </article>
  );
}

type Line = OrderView['lines'][number];

const nameOf = ({ title, qty }: Line): string => (qty > 1 ? `${title} × ${qty}` : title);

/** Returns true for an http(s) URL. The seller typed the text, so any other scheme must not become a link. */
const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
