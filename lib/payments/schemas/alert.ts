import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { alertKinds, alertMailStates } from '#lib/payments/values.ts';

/** The lines of an alert in its mail. The rest are only counted. */
export const ALERT_LINES = 10;

/** A problem of money or stock that only a person may decide. */
export const alert = z.object({
  kind: z.enum(alertKinds),
  /** The audit, callback, payment or day it is about. There is one alert per kind and subject, ever. */
  subjectId: idText,
  count: z.int().min(1),
  /** The findings: ids, figures and our own sentences, never an address. */
  lines: z.array(z.object({ name: z.string().max(200), value: z.string().max(300) })).max(ALERT_LINES),
});
export type Alert = z.infer<typeof alert>;

/** One mail of an alert to one person. It stores no address: the sender reads the current one. */
export const alertMail = alert.pick({ kind: true, subjectId: true }).extend({
  userId: idText,
  state: z.enum(alertMailStates),
  /** Why it was not sent, or how far the session with the mail server had come. */
  reason: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type AlertMail = z.infer<typeof alertMail>;
