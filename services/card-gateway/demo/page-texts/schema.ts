import { z } from 'zod';
import { declineCodes } from '#services/card-gateway/demo/reasons.ts';

const text = z.string().min(1);

/** What the page of the demo gateway says in one language. */
export const pageTextsSchema = z.strictObject({
  name: text,
  demo: text,
  title: text,
  order: text,
  lines: text,
  choose: text,
  approve: text,
  secure: text,
  slow: text,
  slowHint: text,
  reason: text,
  decline: text,
  expire: text,
  close: text,
  declined: text,
  bankTitle: text,
  bankText: text,
  confirm: text,
  fail: text,
  done: text,
  working: text,
  expired: text,
  stopped: text,
  back: text,
  goingBack: text,
  noShop: text,
  notFound: text,
  refused: text,
  language: text,
  /** Why a card may be declined, by the code of the gateway. */
  reasons: z.record(z.enum(declineCodes.map(String)), text),
});
export type PageTexts = Readonly<z.infer<typeof pageTextsSchema>>;
