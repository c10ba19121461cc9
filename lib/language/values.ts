export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];

export const intents = [
  'order_status',
  'return_refund',
  'complaint',
  'product_question',
  'payment',
  'account',
  'partnership',
  'invoice',
  'feedback',
  'unsubscribe',
  'spam',
  'other',
] as const;
export type Intent = (typeof intents)[number];

export const sentiments = ['positive', 'neutral', 'negative'] as const;
export type Sentiment = (typeof sentiments)[number];

export const urgencies = ['low', 'normal', 'high'] as const;
export type Urgency = (typeof urgencies)[number];
