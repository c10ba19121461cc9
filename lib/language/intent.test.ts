import { describe, expect, it } from 'vitest';
import { intentOf } from './intent.ts';

describe('the subject of a reply', () => {
  it.each([
    ['Re: Where is my order?', 'Thank you, it is here!'],
    ['RE: Where is my order?', 'Thanks, it arrived this morning. All good.'],
    ['Re: Where is my order?', 'Thank you very much!\nBest regards'],
    ['Re: My refund', 'Got the refund, thanks a lot.'],
    ['Re: Де моє замовлення?', 'Дякую, вже отримала!'],
    ['Re: Не можу увійти в акаунт', 'Дякую, все працює.'],
    ['Re: Где мой заказ?', 'Спасибо, посылка пришла.'],
    ['Re: Возврат денег', 'Деньги получил, спасибо!'],
  ])('does not decide the intent once the request is settled: %s | %s', (subject, text) => {
    expect(['feedback', 'other']).toContain(intentOf({ subject, text }).intent);
  });

  it.each([
    ['Re: Where is my order?', 'Any news? Thanks'],
    ['Re: Where is my order?', 'Thanks, but it is still not here.'],
    ['Re: Where is my order?', 'Thanks in advance!'],
    ['Re: Where is my order?', 'The number is P7Q3M9KXAB.'],
    ['Re: Where is my order?', "It hasn't arrived."],
    ['Re: Де моє замовлення?', 'Дякую, але ще не отримала.'],
    ['Re: Где мой заказ?', 'Спасибо, но пока ничего не пришло.'],
    ['Where is my order?', 'Thank you'],
  ])('decides the intent while the request is open: %s | %s', (subject, text) => {
    expect(intentOf({ subject, text }).intent).toBe('order_status');
  });

  it('does not hide a complaint about the item that arrived', () => {
    const mail = {
      subject: 'Re: Where is my order?',
      text: 'It arrived today. The cup is cracked, I am disappointed.',
    };

    expect(intentOf(mail).intent).toBe('complaint');
  });
});
