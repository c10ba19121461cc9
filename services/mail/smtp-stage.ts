/** How far a conversation with a mail server has come. From `body` on it may have taken the mail. */
export const smtpStages = ['connect', 'greeted', 'auth', 'mail', 'rcpt', 'data', 'body'] as const;
export type SmtpStage = (typeof smtpStages)[number];

const commands: readonly (readonly [RegExp, SmtpStage])[] = [
  [/^(EHLO|HELO)\b/i, 'greeted'],
  [/^AUTH\b/i, 'auth'],
  [/^MAIL FROM/i, 'mail'],
  [/^RCPT TO/i, 'rcpt'],
  [/^DATA$/i, 'data'],
];

type Line = { readonly tnx?: string };

/**
 * Follows the conversation by nodemailer's transaction log, since its error codes are the same before and after the
 * final dot. It keeps the stage and no text.
 */
export function followStages() {
  let stage: SmtpStage = 'connect';
  const see = (line: Line, text: unknown): void => {
    if (typeof text !== 'string') return;
    if (line.tnx === 'client') stage = commands.find(([pattern]) => pattern.test(text))?.[1] ?? stage;
    // "354 Go ahead": from the next byte on the server may hold a whole mail.
    if (line.tnx === 'server' && stage === 'data' && text.startsWith('354')) stage = 'body';
  };
  const logger = { level: () => {}, trace: see, debug: see, info: see, warn: see, error: see, fatal: see };
  return { logger, stage: (): SmtpStage => stage };
}
