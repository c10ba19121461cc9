import type { EmailPerson } from '#lib/mail/schemas/person.ts';

/** The context that all drafts of a thread share. */
export type DraftWorld = {
  readonly me: string;
  readonly people: Readonly<Record<string, string>>;
  readonly contact: EmailPerson;
  /** The Reply-To of the last mail, when it differs from the default recipient. */
  readonly otherAddress: string | null;
  readonly channel: {
    readonly name: string;
    readonly address: string;
    readonly smtpHost: string;
    readonly imapHost: string;
  };
  readonly now: string;
};
