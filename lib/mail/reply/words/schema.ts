import { z } from 'zod';

/** A line is converted to lower case before these words are compared with it. */
const word = z
  .string()
  .min(1)
  .refine((text) => text === text.toLowerCase() && text === text.trim(), 'must be lower case');
const words = z.array(word).min(1);

/** `quotes.json`: what mail programs write around the mail they quote, in each language. */
const quotes = z.strictObject({
  /** "… wrote": the verb of the line above a quote, by language. */
  wrote: z.record(z.string().regex(/^[a-z]{2}$/), words),
  /** Words that may start the line above a quote: "On 3 May …". */
  leads: words,
  /** The words between dashes above a quoted mail: "-----Original Message-----". */
  originals: words,
  /** The words above a forwarded mail. */
  forwards: words,
});

/** `signatures.json`. */
const signatures = z.strictObject({
  /** The first words of signatures that phones, tablets and webmail add. Only a short line that is no sentence counts. */
  deviceLeads: words,
  /** The last words of such signatures that begin with the device: "iPhoneから送信", "Von meinem iPhone gesendet". */
  deviceTails: words,
  /** The devices and programs that such a line names, for first words that alone would match too much. */
  gadgets: words,
  /** Closing phrases of a letter. With a name and details below them, they begin a signature. */
  closings: words,
  /** Words of a line with a person's position or contact data, besides addresses, links and numbers. */
  roles: words,
});

/** `fields.json`: the header fields that mail programs copy above a quoted mail, by meaning, in some twenty languages. */
const fields = z.strictObject({ from: words, sent: words, to: words, cc: words, subject: words, other: words });

export const replyWordsSchema = z.strictObject({ quotes, signatures, fields });
export type ReplyWords = z.infer<typeof replyWordsSchema>;
export type HeaderField = keyof ReplyWords['fields'];
