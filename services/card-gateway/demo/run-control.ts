import type { DemoPayments } from './demo-payments.ts';
import { control, type Faults } from './faults.ts';
import { Unfit } from './http.ts';
import { usualReason } from './reasons.ts';

type World = { readonly payments: DemoPayments; readonly faults: Faults };

/** Carries out one command of `POST /__control` and returns its result. */
export async function runControl({ payments, faults }: World, asked: unknown): Promise<object> {
  const read = control.safeParse(asked);
  if (!read.success)
    throw new Unfit(400, read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const order = read.data;
  if ('orderReference' in order && order.do !== 'news' && !payments.find(order.orderReference ?? ''))
    throw new Unfit(404, 'there is no such payment');
  switch (order.do) {
    case 'say':
      await payments.move(order.orderReference, verdictOf(order), order.isSilent);
      return { done: true };
    case 'replay':
      return { done: await payments.replay(order.orderReference, order.status) };
    case 'claim':
      await payments.change(order.orderReference, { claimed: order.verdict && verdictOf(order.verdict) });
      return { done: true };
    case 'news':
    case 'answer':
    case 'refund':
      faults.add(order);
      return { done: true };
    case 'release':
      return { done: true, sent: await payments.release(order.isReversed) };
    case 'flush':
      return { done: true, ...(await payments.flush()) };
    case 'reset':
      faults.reset();
      return { done: true };
  }
}

const verdictOf = ({ status, reasonCode }: { readonly status: string; readonly reasonCode?: number | undefined }) => ({
  status,
  reasonCode: reasonCode ?? usualReason(status),
});
