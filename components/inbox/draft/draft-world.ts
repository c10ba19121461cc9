import type { EmailPerson } from '#lib/mail/schemas/person.ts';

/** What stands around every draft of a thread. */
export type DraftWorld = {
  readonly me: string;
  readonly people: Readonly<Record<string, string>>;
  readonly contact: EmailPerson;
  /** Where the last mail wants its answer, when that is not where it would go. */
  readonly otherAddress: string | null;
  readonly channel: {
    readonly name: string;
    readonly address: string;
    readonly smtpHost: string;
    readonly imapHost: string;
  };
  readonly now: string;
};
