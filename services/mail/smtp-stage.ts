import type { SendStage } from '#lib/crm/mailboxes/values.ts';

const commands: readonly (readonly [RegExp, SendStage])[] = [
  [/^(EHLO|HELO)\b/i, 'greeted'],
  [/^AUTH\b/i, 'auth'],
  [/^MAIL FROM/i, 'mail'],
  [/^RCPT TO/i, 'rcpt'],
  [/^DATA$/i, 'data'],
];

type Line = { readonly tnx?: string };
/** Told each line of the conversation: what the server said, and what we said, where nodemailer hides passwords. */
export type Hearer = (who: 'server' | 'client', text: string) => void;

/**
 * Follows the conversation by nodemailer's transaction log, since its error codes are the same before and after the
 * final dot. It keeps the stage and no text. Both mail planes follow their servers by it.
 */
export function followStages(hear: Hearer = () => {}) {
  let stage: SendStage = 'connect';
  let mailSeen = false;
  const see = (line: Line, text: unknown): void => {
    if (typeof text !== 'string') return;
    if (line.tnx === 'client' || line.tnx === 'server') hear(line.tnx, text);
    if (line.tnx === 'client') stage = commands.find(([pattern]) => pattern.test(text))?.[1] ?? stage;
    mailSeen ||= stage === 'mail';
    // "354 Go ahead": from the next byte on the server may hold a whole mail.
    if (line.tnx === 'server' && stage === 'data' && text.startsWith('354')) stage = 'body';
  };
  const logger = { level: () => {}, trace: see, debug: see, info: see, warn: see, error: see, fatal: see };
  return { logger, stage: (): SendStage => stage, mailSeen: (): boolean => mailSeen };
}
