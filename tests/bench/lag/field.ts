import type { Wanted } from '#tests/support/browser.ts';
import type { Call, Reply } from '#tests/support/http-client.ts';

/**
 * A user who calls the server: their session and a network address of their own, so that callers share no rate limit.
 */
export type Caller = { readonly userId: string; readonly cookie: string; readonly from: string };

/** What the inputs need: a server, or the routes in process. */
export type InputWorld = {
  readonly openCaller: (wanted?: Wanted) => Promise<Caller>;
  /** Inserts a conversation of two and returns its id. */
  readonly openTalk: (one: Caller, other: Caller) => Promise<string>;
  readonly secrets: { readonly cron: string; readonly webhook: string };
  /** The products that can be ordered. */
  readonly productIds: readonly string[];
};

/** Sends a request of the input. The slowest and the worst response of an input are judged. */
export type Ask = (call: Call) => Promise<Reply>;
/** One hostile input: sends it, and opens the pages that show it. */
export type Input = { readonly name: string; readonly run: (ask: Ask) => Promise<void> };

/** A text field of the product. */
export type Field = {
  readonly name: string;
  /** The longest accepted text, in UTF-16 units. */
  readonly most: number;
  /** How many of the texts this field gets; by default all. */
  readonly count?: number;
  readonly run: (text: string, ask: Ask, world: InputWorld) => Promise<void>;
};

/** Returns the body of a JSON response, and an empty object for any other. */
export const json = (reply: Reply): Record<string, unknown> =>
  reply.body.startsWith('{') ? (JSON.parse(reply.body) as Record<string, unknown>) : {};
export const asked = encodeURIComponent;
/** Returns the parts of a call that say who makes it. */
export const as = ({ cookie, from }: Caller) => ({ cookie, from });
