import type { ChannelSender, SmtpSeen } from '#lib/crm/mailboxes/ports.ts';

type Mail = Parameters<ChannelSender['send']>[1];
export type SentMail = {
  readonly channelId: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
};

/** A sender of tests. It takes every mail, unless its script has something else for the next one. */
export type ScriptedSender = ChannelSender & {
  /** Mails it holds whole, whatever it has answered; `text` is the mail as bytes, read as latin1. */
  readonly held: readonly SentMail[];
  /** Calls so far, and logins that were only tried. */
  readonly calls: number;
  readonly logins: number;
  /** What the next sends see, in order: parts of the usual answer, and whether the mail was held all the same. */
  next(...seen: readonly (Partial<SmtpSeen> & { readonly held?: boolean })[]): void;
  /** What every login sees that is only tried, until told otherwise; null is the usual one. */
  login(seen: Partial<SmtpSeen> | null): void;
  /** Keeps every send waiting until the promise is settled. */
  holdUntil(gate: Promise<unknown> | null): void;
};

const taken: SmtpSeen = {
  accepted: true,
  stage: 'body',
  streamRead: true,
  mailSeen: true,
  code: null,
  command: null,
  responseCode: null,
  response: '250 taken',
};

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
      return { ...taken, stage: 'auth', streamRead: false, mailSeen: false, ...login };
    },
    next: (...seen) => void script.push(...seen),
    holdUntil: (until) => {
      gate = until;
    },
    send: async (channel, mail) => {
      calls += 1;
      const { held: isHeld, ...seen } = script.shift() ?? {};
      await gate;
      const answer = { ...taken, ...seen };
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
