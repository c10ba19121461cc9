export type Spent = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** Counts calls per key over a sliding window. Calls stay limited even when its backend is down. */
export interface RateLimiter {
  spend(key: string, limit: number, windowSeconds: number): Promise<Spent>;
}
