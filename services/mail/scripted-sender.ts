import type { ChannelSender, SmtpSeen } from '#lib/crm/mailboxes/ports.ts';
import { taken } from './demo-sender.ts';

type Mail = Parameters<ChannelSender['send']>[1];
export type SentMail = {
  readonly channelId: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
};

/** A sender for tests. It accepts every mail unless the script says otherwise for the next one. */
export type ScriptedSender = ChannelSender & {
  /** The mails that the server has completely, whatever it replied. `text` is the mail as bytes, read as latin1. */
  readonly held: readonly SentMail[];
  /** The number of calls so far, and of login tests. */
  readonly calls: number;
  readonly logins: number;
  /** The results of the next sends, in order: parts of the usual answer, and whether the server has the mail anyway. */
  next(...seen: readonly (Partial<SmtpSeen> & { readonly held?: boolean })[]): void;
  /** The result of every login test from now on. Null is the usual result. */
  login(seen: Partial<SmtpSeen> | null): void;
  /** Keeps every send waiting until the promise is settled. */
  holdUntil(gate: Promise<unknown> | null): void;
};

const answered: SmtpSeen = { ...taken, response: '250 taken' };

export function openScriptedSender(): ScriptedSender {
  const held: SentMail[] = [];
  const script: (Partial<SmtpSeen> & { readonly held?: boolean })[] = [];
  let calls = 0;
  let logins = 0;
  let login: Partial<SmtpSeen> = {};
  let gate: Promise<unknown> | null = null;
  return {
    held,
    get calls() {
      return calls;
    },
    get logins() {
      return logins;
    },
    login: (seen) => {
      login = seen ?? {};
    },
    signIn: async () => {
      logins += 1;
      return { ...answered, stage: 'auth', streamRead: false, mailSeen: false, ...login };
    },
    next: (...seen) => void script.push(...seen),
    holdUntil: (until) => {
      gate = until;
    },
    send: async (channel, mail) => {
      calls += 1;
      const { held: isHeld, ...seen } = script.shift() ?? {};
      await gate;
      const answer = { ...answered, ...seen };
      if (isHeld ?? answer.accepted) held.push(sentMail(channel.id, mail));
      return answer;
    },
  };
}

const sentMail = (channelId: string, { envelope, raw }: Mail): SentMail => ({
  channelId,
  from: envelope.from,
  to: envelope.to,
  text: Buffer.from(raw).toString('latin1'),
});
