import { readEnv } from '#lib/core/env/env.ts';
import { readChannels } from '#lib/crm/mailboxes/channels.ts';
import { readMail } from '#lib/crm/threads/ingest.ts';
import { parseSource } from '#lib/mail/parse-source.ts';
import { mailTools } from '#services/mail/mail-tools.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { mailSetIsHere, mailsOf } from '#tests/support/mail-sets.ts';
import { type Figure, type Group, spread } from './figure.ts';

const env = readEnv({ from: { NODE_ENV: 'development', CRM_CHANNELS: 'support' } });
const channels = readChannels(env, () => null);

/** Does everything that happens to a mail before it is stored. */
const readWhole = (raw: Uint8Array) => readMail({ mailReader: null, mailTools: async () => mailTools, channels }, raw);

/** Measures the CPU time of reading ordinary mail in one thread, after one pass to warm up. */
export const reading: Group = {
  name: 'reading',
  run: async () => {
    if (!mailSetIsHere('spamassassin')) return null;
    const mails = mailsOf('spamassassin').map(({ read }) => read());
    const parsed = await timesOf(mails, (raw) => parseSource(mailTools, raw));
    const pages = parsed.results.flatMap(({ html }) => (html === null ? [] : [html]));
    const whole = await timesOf(mails, readWhole);
    const cleaned = await timesOf(pages, (page) => mailTools.cleanHtml(page));
    const figures: Figure[] = [
      { name: 'mails', value: mails.length, unit: 'count', target: null },
      ...spread('parse a mail', parsed.times),
      ...spread('read a mail, whole chain', whole.times, { mean: 3, p95: 12 }),
      ...spread('clean the HTML of a mail', cleaned.times, { mean: 1.5 }),
    ];
    return figures;
  },
};

async function timesOf<T, R>(inputs: readonly T[], work: (input: T) => R | Promise<R>) {
  for (const input of inputs) await work(input);
  const times: number[] = [];
  const results: R[] = [];
  for (const input of inputs) {
    const { ms, result } = await cpuTimeOf(() => work(input));
    times.push(ms);
    results.push(result);
  }
  return { times, results };
}
