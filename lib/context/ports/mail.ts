/** A mail of the platform itself: sign-in, orders. Subject and names carry no line breaks; addresses are bare. */
export type PlatformMail = {
  /** Names the mail for the server, the log and a repeat: becomes its Message-ID. */
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** `unknown`: the server may have taken it; a program never sends it again. */
export type MailOutcome =
  | { readonly state: 'sent'; readonly messageId: string }
  | { readonly state: 'refused'; readonly retry: boolean; readonly reason: string }
  | { readonly state: 'unknown'; readonly messageId: string; readonly reason: string };

export interface PlatformMailer {
  send(mail: PlatformMail): Promise<MailOutcome>;
}

/** A mail of a CRM channel that the development mailbox caught. */
export type ChannelMail = {
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** What the development mailbox shows: the mail, and the code and the link it carries. */
export type CaughtMail = PlatformMail & {
  readonly id: string;
  /** Who would have sent it: the platform itself, or a channel of the CRM. */
  readonly plane: 'platform' | 'crm';
  readonly at: string;
  readonly code: string | null;
  readonly link: string | null;
};
export interface DevMailbox extends PlatformMailer {
  /** Keeps what a channel without a server has sent. Nothing of it stands in the log. */
  keep(mail: ChannelMail): Promise<void>;
  list(): Promise<readonly CaughtMail[]>;
}
