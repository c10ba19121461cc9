import { z } from 'zod';

const text = z.string().min(1);
const lines = (end: string) =>
  z
    .array(z.string())
    .min(1)
    .transform((all) => all.join(end));

const file = { name: text, type: text };
const attachment = z.union([
  z.strictObject({ ...file, base64: z.base64() }),
  z
    .strictObject({ ...file, lines: lines('\r\n') })
    .transform(({ lines: content, ...named }) => ({ ...named, base64: Buffer.from(content).toString('base64') })),
]);

const mail = z.strictObject({
  /** Hours before the first start of the demo. */
  hoursAgo: z.number().positive(),
  /** `Name <address>`. Missing for our own mail, written in another mail program. */
  from: text.exactOptional(),
  headers: z.array(text).exactOptional(),
  text: lines('\n'),
  html: lines('').exactOptional(),
  attachment: attachment.exactOptional(),
});
/** A mail of the demo. */
export type DemoMail = z.output<typeof mail>;

const thread = z.strictObject({
  /** The name of the thread in its Message-IDs. */
  key: z.string().regex(/^[a-z-]+$/),
  subject: text,
  status: z.enum(['ongoing', 'resolved']).exactOptional(),
  mails: z.array(mail).min(1),
  /** A manual reply that waits for approval. */
  draft: lines('\n').exactOptional(),
  /** True for an approved reply whose connection broke during the send, so its outcome is unknown. */
  isDraftLost: z.boolean().exactOptional(),
  /** `dueInHours` below 0 means overdue. */
  task: z.strictObject({ title: text, taskType: text, dueInHours: z.number() }).exactOptional(),
});
export type DemoThread = z.output<typeof thread>;

/** The threads of one language. JSON has no long texts, so a text is a list of its lines. */
export const demoMailsSchema = z.array(thread).min(1);
