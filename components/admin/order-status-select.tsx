'use client';

import { useRouter } from 'next/navigation';
import { useOptimistic, useState, useTransition } from 'react';
import { Select } from '#components/ui/select.tsx';
import { type OrderStatus, orderStatuses } from '#lib/store/values.ts';
import { post } from '#lib/web/api-client.ts';

type OrderStatusSelectProps = {
  readonly orderId: string;
  readonly number: string;
  readonly status: OrderStatus;
};

/** Moves an order along its life. Shows the new status at once and puts it back if the server refuses. */
export function OrderStatusSelect({ orderId, number, status }: OrderStatusSelectProps) {
  const router = useRouter();
  const [shown, show] = useOptimistic(status);
  const [problem, setProblem] = useState('');
  const [isMoving, startMove] = useTransition();

  const move = (next: OrderStatus) =>
    startMove(async () => {
      show(next);
      try {
        await post(`/api/admin/orders/${orderId}/status`, { status: next });
        setProblem('');
        router.refresh();
      } catch (error) {
        setProblem(error instanceof Error ? error.message : 'Something went wrong');
      }
    });

  return (
    <span className="block min-w-36">
      <Select
        aria-label={`Status of order ${number}`}
        aria-busy={isMoving}
        value={shown}
        onChange={(event) => move(orderStatuses.find((known) => known === event.target.value) ?? status)}
      >
        {orderStatuses.map((known) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </Select>
      <span role="status" className="text-sm text-danger empty:hidden">
        {problem}
      </span>
    </span>
  );
}
