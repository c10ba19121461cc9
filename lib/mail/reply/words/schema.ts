import { z } from 'zod';

/** Lines are lowered before a word is looked for in them. */
const word = z
  .string()
  .min(1)
  .refine((text) => text === text.toLowerCase() && text === text.trim(), 'must be lower case');
const words = z.array(word).min(1);

/** `quotes.json`: what mail programs write around the mail they quote, in the languages they speak. */
const quotes = z.strictObject({
  /** "… wrote": the verb of the line above a quote, by language. */
  wrote: z.record(z.string().regex(/^[a-z]{2}$/), words),
  /** The first word of such a line where it begins with one: "On 3 May …". */
  leads: words,
  /** What stands between dashes above a quoted mail: "-----Original Message-----". */
  originals: words,
  /** What stands above a mail that is passed on. */
  forwards: words,
});

/** `signatures.json`. */
const signatures = z.strictObject({
  /**
   * How telephones, tablets and webmails sign by themselves: a line beginning so is one when it is short and no sentence.
   */
  deviceLeads: words,
  /** The same where the device stands first: "iPhoneから送信", "Von meinem iPhone gesendet". */
  deviceTails: words,
  /** What such a line names where more than its words is asked for. */
  gadgets: words,
  /** Words a letter ends with; with name and details below they begin a signature. */
  closings: words,
  /** What a line about a person's place or reach holds, besides an address, a link or a number. */
  roles: words,
});

/** `fields.json`: the fields mail programs copy above a quoted mail, by what they mean, in some twenty languages. */
const fields = z.strictObject({ from: words, sent: words, to: words, cc: words, subject: words, other: words });

export const replyWordsSchema = z.strictObject({ quotes, signatures, fields });
export type ReplyWords = z.infer<typeof replyWordsSchema>;
export type HeaderField = keyof ReplyWords['fields'];
