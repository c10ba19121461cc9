import type { Templates } from './template.ts';

export const templatesEn: Templates = {
  greeting: 'Hello,',
  greetingByName: 'Hello {name},',
  closing: 'Kind regards,',
  labels: {
    number: 'order number',
    status: 'order status',
    tracking: 'tracking link',
    amount: 'amount',
    answer: 'answer to the question',
    steps: 'next step',
  },
  statuses: {
    new: 'waiting for its payment',
    paid: 'paid and waiting to be prepared',
    processing: 'being prepared for shipping',
    shipped: 'on its way to you',
    completed: 'completed',
    canceled: 'cancelled',
  },
  bodies: {
    order_status: [
      'Thank you for your message.',
      { when: 'order', text: 'Your order {number} is {status}.' },
      { when: 'tracking', text: 'You can follow the parcel here: {tracking}' },
      { when: 'number', text: 'We have looked at your order {number}: {status}.' },
      {
        when: 'noNumber',
        text: 'So that we can look it up, please send us the number of your order. It begins with a P and stands in the confirmation we mailed you.',
      },
      'If anything is unclear, simply reply to this mail.',
    ],
    return_refund: [
      'Thank you for letting us know.',
      { when: 'order', text: 'We have found your order {number} of {amount}.' },
      {
        when: 'noNumber',
        text: 'Please send us the number of your order (it begins with a P), the item you would like to return and the reason.',
      },
      'This is how it goes on: {steps}.',
    ],
    complaint: [
      'We are sorry about this, and thank you for telling us.',
      {
        when: 'noNumber',
        text: 'To look into it at once we need the number of your order (it begins with a P) and, if something is damaged or wrong, two or three photos of the item and its packaging.',
      },
      {
        when: 'number',
        text: 'We are looking into your order {number}. If something is damaged or wrong, two or three photos of the item and its packaging help us a lot.',
      },
      {
        when: 'order',
        text: 'We are looking into your order {number}. If something is damaged or wrong, two or three photos of the item and its packaging help us a lot.',
      },
      'What we propose: {steps}.',
    ],
    product_question: ['Thank you for your interest.', '{answer}', 'Is there anything else you would like to know?'],
    payment: [
      'Thank you for your message.',
      { when: 'order', text: 'Your order {number} of {amount} is {status}.' },
      { when: 'number', text: 'We are checking the payment of your order {number}.' },
      {
        when: 'noNumber',
        text: 'Please send us the number of your order (it begins with a P), the time of the payment and its amount. Never send us your full card number.',
      },
      '{answer}',
    ],
    account: [
      'Thank you for your message.',
      '{answer}',
      'For your safety we never ask for codes or passwords by mail.',
    ],
    partnership: [
      'Thank you for your proposal.',
      'We have passed it on to the colleagues who decide about it. So that they can answer soon, please reply with a short description of what you offer, your catalogue or price list if there is one, and a person we may contact.',
    ],
    invoice: [
      'Thank you for your message.',
      {
        when: 'order',
        text: 'You can open and print the document of your order {number} on the page of that order in your account. If it has to be made out to a company, please send us its name, address and tax number.',
      },
      {
        when: 'number',
        text: 'We are preparing the document for your order {number}. If it has to be made out to a company, please send us its name, address and tax number.',
      },
      {
        when: 'noNumber',
        text: 'Please send us the number of your order (it begins with a P) and, if the document has to be made out to a company, its name, address and tax number.',
      },
    ],
    feedback: [
      'Thank you for taking the time to write to us.',
      'We have passed your words on to the whole team. We are glad to have you with us.',
    ],
  },
};
