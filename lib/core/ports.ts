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

/** What the development mailbox shows: the mail, and the code and the link it carries. */
export type CaughtMail = PlatformMail & {
  readonly id: string;
  readonly at: string;
  readonly code: string | null;
  readonly link: string | null;
};
export interface DevMailbox extends PlatformMailer {
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
