import { z } from 'zod';
import { cancelReasons, shownOrderEvents } from '#lib/store/values.ts';

const text = z.string().min(1);

/** What a buyer is told of an order in one language. */
export const orderTextsSchema = z.strictObject({
  /** Steps that tell no status: the words of the statuses are those of the pages. */
  events: z.record(z.enum(shownOrderEvents).exclude(['status']), text),
  /** A payment that failed because a person has to look whether its money is here. */
  inDoubt: text,
  canceled: z.record(z.enum(cancelReasons), text),
  /** What the line of a paid payment request is called that says nothing of what it is for. */
  request: text.includes('{vendor}'),
});
export type OrderTexts = z.infer<typeof orderTextsSchema>;
