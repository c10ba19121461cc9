// Reads one mail from a file and prints its cost as JSON. This is a separate process, so that its peak memory is the
// mail's.
import { readFileSync } from 'node:fs';
import { parseSource } from '#lib/mail/parse-source.ts';
import { mailTools } from '#services/mail/mail-tools.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';

const small = Buffer.from('From: a@x.test\r\nContent-Type: text/html\r\n\r\n<p>warm up</p>');

async function read(raw: Uint8Array): Promise<number> {
  const mail = await parseSource(mailTools, raw);
  const page = mail.html === null ? null : mailTools.cleanHtml(mail.html);
  return mail.text.length + (page?.text.length ?? 0) + mail.parts.length;
}

await read(small);
const raw = readFileSync(process.argv[2] ?? '');
const { ms } = await cpuTimeOf(() => read(raw));
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ ms, peakMegabytes }));
