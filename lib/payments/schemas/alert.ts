import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { alertKinds, alertMailStates } from '#lib/payments/values.ts';

/** The lines of an alert that are mailed; the rest is only counted. */
export const ALERT_LINES = 10;

/** Something about money or stock that no program may decide. */
export const alert = z.object({
  kind: z.enum(alertKinds),
  /** The audit, the callback, the payment or the day it is about: there is one alert per kind and subject, ever. */
  subjectId: idText,
  count: z.int().min(1),
  /** What was found: ids, figures and our own sentences, never an address. */
  lines: z.array(z.object({ name: z.string().max(200), value: z.string().max(300) })).max(ALERT_LINES),
});
export type Alert = z.infer<typeof alert>;

/** One mail of an alert to one person. It keeps no address: that is read when the mail is sent. */
export const alertMail = alert.pick({ kind: true, subjectId: true }).extend({
  userId: idText,
  state: z.enum(alertMailStates),
  /** Why it was not sent, or how far the conversation with the mail server had come. */
  reason: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type AlertMail = z.infer<typeof alertMail>;
