import type { Runtime } from '#lib/context/runtime.ts';
import { demoSignIns } from './demo-people.ts';

const LINE = '\u2500'.repeat(72);

/** Returns the greeting of a started demo, with all that a newcomer needs to know, as one text block. */
export function demoWelcome({ env, origin }: Pick<Runtime, 'env' | 'origin'>): string {
  const isCaught = env.SMTP_HOST === undefined;
  const mailbox = `${origin}/dev/mailbox`;
  const wide = Math.max(...demoSignIns.map(({ email }) => email.length));
  return [
    '',
    LINE,
    `Plaza is running: ${origin}`,
    '',
    `Sign in as        (${isCaught ? 'the code arrives in the mailbox' : 'the code arrives by email'})`,
    ...demoSignIns.map(({ email, as }) => `  ${email.padEnd(wide)}  ${as}`),
    '',
    ...(isCaught ? [`Mailbox           ${mailbox}`] : []),
    `Data              ${env.PLAZA_DATA_DIR} (delete the folder to start again)`,
    'Stop              Ctrl+C',
    LINE,
    '',
    '',
  ].join('\n');
}
