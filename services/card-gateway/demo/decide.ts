import { SLOW_MS } from './api.ts';
import type { DemoPayments } from './demo-payments.ts';
import { awaitsBank, isPayable, type Payment } from './payment.ts';
import { declineCodes } from './reasons.ts';

type Decision = { readonly payment: Payment; readonly action: string; readonly reasonCode: number };
type World = { readonly payments: DemoPayments; readonly speed: number; readonly now: () => Date };

/**
 * Applies the button that the buyer pressed on the page. Returns `ask_bank` when the bank's question comes next. A
 * late or repeated click changes nothing.
 */
export async function decide({ payments, speed, now }: World, decision: Decision): Promise<'back' | 'ask_bank'> {
  const { payment, action } = decision;
  const { orderReference } = payment;
  if (!isPayable(payment, now())) return 'back';
  const move = (status: string, reasonCode: number) => payments.move(orderReference, { status, reasonCode });
  const isAtBank = awaitsBank(payment);
  if (isAtBank !== ['confirm', 'fail'].includes(action)) return isAtBank ? 'ask_bank' : 'back';

  switch (action) {
    case 'approve':
    case 'confirm':
      await move('Approved', 1100);
      return 'back';
    case 'decline':
      await move('Declined', declineCodes.find((code) => code === decision.reasonCode) ?? declineCodes[0]);
      return 'back';
    case 'fail':
      await move('Declined', 1108);
      return 'back';
    case 'secure':
      await payments.change(orderReference, {
        status: 'InProcessing',
        reasonCode: 5100,
        changedAt: now().toISOString(),
      });
      return 'ask_bank';
    case 'slow': {
      const at = new Date(now().getTime() + SLOW_MS / speed).toISOString();
      const later = { at, status: 'Approved', reasonCode: 1100 };
      await payments.change(orderReference, { status: 'InProcessing', reasonCode: 1131, later });
      return 'back';
    }
    case 'expire':
      await move('Expired', 1124);
      return 'back';
    default:
      return 'back'; // `close`: the buyer leaves, and nothing is decided
  }
}
