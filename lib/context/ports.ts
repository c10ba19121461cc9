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

export type Spent = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** Counts calls per key over a sliding window; never unlimited, also when what stands behind it is down. */
export interface RateLimiter {
  spend(key: string, limit: number, windowSeconds: number): Promise<Spent>;
}

/** Due times of schedules in five fields, UTC. */
export interface Schedule {
  /** The first moment after `after` at which the schedule is due. */
  nextAfter(schedule: string, after: Date): Date;
}

/** One transaction over a product's stock: how often it ran, how often in vain, and whether it wrote. */
export type StockRun = { readonly runs: number; readonly aborted: number; readonly wrote: boolean };

/** What this process has seen of the rush on each product in the running minute. Decides nothing about stock itself. */
export type StockHeat = {
  /** Whether so many transactions pass over this product that its shards are worth looking up. */
  isWarm(productId: string): boolean;
  /** Notes a transaction; true once a minute, when one level has become too narrow for this product. */
  note(productId: string, run: StockRun): boolean;
};

export type RemoteImage = { readonly type: string; readonly bytes: Uint8Array };

/** Pictures from addresses that others have named. */
export interface RemoteImages {
  /**
   * One picture by http or https from a public machine, with its type as its bytes say: png, jpeg, gif, webp or avif.
   * Null for anything else: none there, too large, too slow, a redirect, an address inside.
   */
  fetch(url: string, mostBytes: number, signal?: AbortSignal): Promise<RemoteImage | null>;
}

/** An order as a reply may speak of it. */
export type OrderFacts = {
  readonly number: string;
  readonly status: 'new' | 'paid' | 'processing' | 'shipped' | 'completed' | 'canceled';
  /** In major units, such as "1547.36". */
  readonly amount: string;
  readonly currency: string;
  readonly trackingUrl: string | null;
};

/** Looks up orders of the shop. Only the sender's own: another person's order is as good as none. */
export interface CustomerOrders {
  /** The order with this number when it is the sender's; without a number, their only order of late. */
  find(ask: { readonly email: string; readonly number: string | null }): Promise<OrderFacts | null>;
}
