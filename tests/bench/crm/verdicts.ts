import { parseSource } from '#lib/mail/parse-source.ts';
import { splitReply } from '#lib/mail/reply/split.ts';
import { verdictOf } from '#lib/mail/verdict.ts';
import { mailTools } from '#services/mail/mail-tools.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { mailSetIsHere, mailsOf } from '#tests/support/mail-sets.ts';
import { attackMs, attackPieces, fits, trapMails, trimmedMails } from '#tests/support/reply-figures.ts';
import { bounceFigures, readHam, type Share } from '#tests/support/verdict-figures.ts';
import { type Figure, type Group, spread } from './figure.ts';

/** Measures the results and the cost of the reply split and the verdict on the sets of real mails. */
export const verdicts: Group = {
  name: 'verdict',
  run: async () => {
    if (!mailSetIsHere('sisimai') || !mailSetIsHere('reply-trimmer')) return null;
    return [...replies(), ...(await judgements()), ...(await costs()), ...attacks()];
  },
};

const count = (name: string, value: number, target: number | null): Figure => ({ name, value, unit: 'count', target });
const atLeast = (name: string, [right, all]: Share, target: number): Figure => ({
  ...count(`${name}, of ${all}`, right, target),
  atLeast: true,
});

function replies(): Figure[] {
  const trimmed = trimmedMails();
  const exact = trimmed.filter(({ reply, want }) => reply === want);
  const traps = trapMails();
  const known = traps.filter(({ want }) => want !== null);
  const right = known.filter(({ reply, want }) => want && fits(reply, want));
  return [
    atLeast('reply-trimmer, exact', [exact.length, trimmed.length], 24),
    atLeast('crisp-reply, right', [right.length, known.length], 69),
    count('crisp-reply, empty', traps.filter(({ reply }) => reply === '').length, 0),
  ];
}

async function judgements(): Promise<Figure[]> {
  const { mails, mistaken, status, replyCode, hard } = await bounceFigures();
  const bouncesInHam = (await readHam()).filter(({ verdict }) => verdict.bounce !== null);
  return [
    atLeast('sisimai, recognised', [mails - mistaken.length, mails], 165),
    atLeast('sisimai, status', status, 112),
    atLeast('sisimai, reply code', replyCode, 105),
    atLeast('sisimai, dead or not', hard, 142),
    count('ham taken for a bounce, one is', bouncesInHam.length, 1),
  ];
}

async function costs(): Promise<Figure[]> {
  const mails = await Promise.all(mailsOf('spamassassin').map(({ read }) => parseSource(mailTools, read())));
  const split = ({ text }: (typeof mails)[number]) => splitReply(text, mailTools.replyFragments(text));
  for (const mail of mails) split(mail);
  const times: { readonly split: number[]; readonly verdict: number[] } = { split: [], verdict: [] };
  for (const mail of mails) {
    times.split.push((await cpuTimeOf(() => split(mail))).ms);
    times.verdict.push((await cpuTimeOf(() => verdictOf(mail, new Set()))).ms);
  }
  return [...spread('split a reply', times.split, { mean: 1.5 }), ...spread('judge a mail', times.verdict)];
}

const attacks = (): Figure[] =>
  attackPieces.map((piece) => ({
    name: `split 260 KB of ${JSON.stringify(piece)}`,
    value: attackMs(piece),
    unit: 'ms',
    target: 300,
  }));
