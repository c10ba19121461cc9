import type { SendStage } from '#lib/crm/mailboxes/values.ts';

const commands: readonly (readonly [RegExp, SendStage])[] = [
  [/^(EHLO|HELO)\b/i, 'greeted'],
  [/^AUTH\b/i, 'auth'],
  [/^MAIL FROM/i, 'mail'],
  [/^RCPT TO/i, 'rcpt'],
  [/^DATA$/i, 'data'],
];

type Line = { readonly tnx?: string };
/** Receives each line of the session, from the server and from us. nodemailer hides passwords in our lines. */
export type LineObserver = (who: 'server' | 'client', text: string) => void;

/**
 * Follows a session by nodemailer's transaction log, because its error codes are the same before and after the final
 * dot. It stores the stage and no text. The platform's mail and the channels both use it.
 */
export function followStages(observe: LineObserver = () => {}) {
  let stage: SendStage = 'connect';
  let mailSeen = false;
  const see = (line: Line, text: unknown): void => {
    if (typeof text !== 'string') return;
    if (line.tnx === 'client' || line.tnx === 'server') observe(line.tnx, text);
    if (line.tnx === 'client') stage = commands.find(([pattern]) => pattern.test(text))?.[1] ?? stage;
    mailSeen ||= stage === 'mail';
    // After "354 Go ahead", the server may have a whole mail from the next byte on.
    if (line.tnx === 'server' && stage === 'data' && text.startsWith('354')) stage = 'body';
  };
  const logger = { level: () => {}, trace: see, debug: see, info: see, warn: see, error: see, fatal: see };
  return { logger, stage: (): SendStage => stage, mailSeen: (): boolean => mailSeen };
}
