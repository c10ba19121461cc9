/** A mail of the platform itself: sign-in, orders. Subject and names contain no line breaks. Addresses are bare. */
export type PlatformMail = {
  /** Names the mail for the server, the log and a repeat. Becomes its Message-ID. */
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** `unknown`: the server may have accepted it, so no program sends it again. */
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

/** An entry of the development mailbox: the mail, and the code and the link in it. */
export type CaughtMail = PlatformMail & {
  readonly id: string;
  /** The sender in production: the platform itself, or a channel of the CRM. */
  readonly plane: 'platform' | 'crm';
  readonly at: string;
  readonly code: string | null;
  readonly link: string | null;
};
export interface DevMailbox extends PlatformMailer {
  /** Stores the mail of a channel without a server. Nothing of it is logged. */
  keep(mail: ChannelMail): Promise<void>;
  list(): Promise<readonly CaughtMail[]>;
}
