import { ApiProblem } from './api-client.ts';

/** Nobody looks at a button that turns for longer than this. */
const PATIENCE_MS = 30_000;

/** What a server answers, or the admission that it has not: then nobody knows whether it did what it was asked. */
export function inTime<T>(work: Promise<T>, ms: number = PATIENCE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiProblem(silence(ms))), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

const silence = (ms: number) => ({
  error: 'Unreachable',
  message: `The server has not answered for ${Math.round(ms / 1000)} seconds`,
  statusCode: 0,
});
