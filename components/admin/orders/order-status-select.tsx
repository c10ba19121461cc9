'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/form/select.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { post } from '#lib/web/api/api-client.ts';
import type { OrderTransitions } from './order-transitions.ts';
import { StatusChangeDialog } from './status-change-dialog.tsx';

type OrderStatusSelectProps = {
  readonly orderId: string;
  readonly number: string;
  readonly status: OrderStatus;
  readonly moves: OrderTransitions;
  /** Moves with a button of their own, which saves the choice in the list. */
  readonly usual?: readonly OrderStatus[];
  readonly texts: ConsoleTexts<'orders'>;
  readonly statusTexts: Texts<'orderStatus'>;
};

/**
 * Shows a list that moves an order to another status. The list only selects, because one key press in it changes the
 * value by accident. A dialog then shows the consequences and asks for confirmation. It stays open until the server has
 * answered, because a move may book money, which is never shown as moved before.
 */
export function OrderStatusSelect(props: OrderStatusSelectProps) {
  const { orderId, number, status, moves, usual = [], texts, statusTexts } = props;
  const router = useRouter();
  const { locale } = useReader();
  const list = useRef<HTMLSelectElement>(null);
  const [chosen, choose] = useState<OrderStatus | null>(null);
  const [isAsking, setAsking] = useState(false);
  const action = useAction(useErrorText());

  const pick = (value: string) => {
    action.forget();
    choose(orderStatuses.find((known) => known === value && known !== status) ?? null);
  };

  const ask = (next: OrderStatus) => {
    pick(next);
    setAsking(true);
  };

  const left = () => {
    setAsking(false);
    choose(null);
    // The button that opened the dialog disappears with the selection.
    list.current?.focus();
  };

  const move = (next: OrderStatus, reason: string, close: () => void) =>
    action.act(
      () => post(`/api/admin/orders/${orderId}/status`, { status: next, ...(reason && { reason }) }),
      () => {
        close();
        router.refresh();
      },
    );

  const offered = chosen ? [chosen] : usual;
  return (
    <div className="flex min-w-36 flex-col gap-2">
      <Select
        ref={list}
        aria-label={fill(texts.statusOf, { number }, locale)}
        aria-busy={action.isBusy}
        value={chosen ?? status}
        onChange={(event) => pick(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && choose(null)}
      >
        {orderStatuses.map((known) => (
          <option key={known} value={known}>
            {statusTexts[known]}
          </option>
        ))}
      </Select>
      {offered.map((next) => (
        <Button
          key={next}
          size="small"
          look={chosen ? 'primary' : 'secondary'}
          aria-haspopup="dialog"
          onClick={() => ask(next)}
        >
          {fill(texts.move, { status: statusTexts[next] }, locale)}
        </Button>
      ))}
      {chosen && isAsking && (
        <StatusChangeDialog
          number={number}
          status={statusTexts[chosen]}
          consequences={moves[chosen] ?? []}
          texts={texts}
          action={action}
          onConfirm={(reason, close) => move(chosen, reason, close)}
          onClose={left}
        />
      )}
      <span role="status" className="text-sm text-muted empty:sr-only">
        {chosen && texts.notSaved}
      </span>
    </div>
  );
}
