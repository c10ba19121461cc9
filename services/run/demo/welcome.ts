import type { Runtime } from '#lib/context/runtime.ts';
import { demoSignIns } from './demo-people.ts';
import { readHistory } from './history/progress.ts';

const LINE = '\u2500'.repeat(72);

/** Returns the greeting of a started demo, with all that a newcomer needs to know, as one text block. */
export async function demoWelcome({ env, origin, data }: Pick<Runtime, 'env' | 'origin' | 'data'>): Promise<string> {
  const signIns = [...demoSignIns, ...((await readHistory(data)) ? await pastSignIns() : [])];
  const isCaught = env.SMTP_HOST === undefined;
  const mailbox = `${origin}/dev/mailbox`;
  const wide = Math.max(...signIns.map(({ email }) => email.length));
  return [
    '',
    LINE,
    `Plaza is running: ${origin}`,
    '',
    `Sign in as        (${isCaught ? 'the code arrives in the mailbox' : 'the code arrives by email'})`,
    ...signIns.map(({ email, as }) => `  ${email.padEnd(wide)}  ${as}`),
    '',
    ...(isCaught ? [`Mailbox           ${mailbox}`] : []),
    `Data              ${env.PLAZA_DATA_DIR} (delete the folder to start again)`,
    'Stop              Ctrl+C',
    LINE,
    '',
    '',
  ].join('\n');
}

/** Returns the sellers who came and went in the past of a demo. Only a demo loads it. */
async function pastSignIns(): Promise<typeof demoSignIns> {
  const { demoHistory } = await import('./history/data.ts');
  const { applied, rejected, suspended } = demoHistory.sellers;
  return [
    { email: suspended.owner.email, as: `seller: ${suspended.name}, suspended` },
    { email: applied.owner.email, as: `seller: ${applied.application.name}, has applied` },
    { email: rejected.owner.email, as: `seller: ${rejected.application.name}, was rejected` },
  ];
}
