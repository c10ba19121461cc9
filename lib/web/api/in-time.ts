import { ApiProblem } from './api-client.ts';

/** Users do not wait longer than this for a busy button. */
const PATIENCE_MS = 30_000;

/**
 * Resolves with the server's response, or rejects after `ms`. Then it is unknown whether the request had its effect.
 */
export function inTime<T>(work: Promise<T>, ms: number = PATIENCE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiProblem(silence(ms))), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

const silence = (ms: number) => ({
  error: 'Unreachable',
  message: `The server has not responded for ${Math.round(ms / 1000)} seconds`,
  statusCode: 0,
});
