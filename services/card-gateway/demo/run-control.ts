import { control, type Faults } from './faults.ts';
import { Unfit } from './http.ts';
import { usualReason } from './reasons.ts';
import type { Till } from './till.ts';

type World = { readonly till: Till; readonly faults: Faults };

/** Carries out one command of `POST /__control` and returns its result. */
export async function runControl({ till, faults }: World, asked: unknown): Promise<object> {
  const read = control.safeParse(asked);
  if (!read.success)
    throw new Unfit(400, read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const order = read.data;
  if ('orderReference' in order && order.do !== 'news' && !till.find(order.orderReference ?? ''))
    throw new Unfit(404, 'there is no such payment');
  switch (order.do) {
    case 'say':
      await till.move(order.orderReference, verdictOf(order), order.isSilent);
      return { done: true };
    case 'replay':
      return { done: await till.replay(order.orderReference, order.status) };
    case 'claim':
      await till.change(order.orderReference, { claimed: order.verdict && verdictOf(order.verdict) });
      return { done: true };
    case 'news':
    case 'answer':
    case 'refund':
      faults.add(order);
      return { done: true };
    case 'release':
      return { done: true, sent: await till.release(order.isReversed) };
    case 'flush':
      return { done: true, ...(await till.flush()) };
    case 'reset':
      faults.reset();
      return { done: true };
  }
}

const verdictOf = ({ status, reasonCode }: { readonly status: string; readonly reasonCode?: number | undefined }) => ({
  status,
  reasonCode: reasonCode ?? usualReason(status),
});
