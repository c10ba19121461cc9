import { VERSION } from '#lib/core/version.ts';

/** An error of this page, as the API takes it. */
export type PageError = {
  readonly name: string;
  readonly message: string;
  readonly path: string;
  readonly release: string;
};

export type PageErrors = { note(thrown: unknown): void };

/** A page that fails in a loop reports no more. */
const MOST_ERRORS = 5;
/** Browsers report this to every page that watches sizes, and nothing is wrong then. */
const HARMLESS = 'ResizeObserver loop';

/** Sends each distinct error once, and five at most. `pathNow` is the path that is shown. */
export function openPageErrors(pathNow: () => string, send: (error: PageError) => void): PageErrors {
  const sent = new Set<string>();
  return {
    note(thrown) {
      const { name, message } = factsOf(thrown);
      const key = `${name}: ${message}`;
      if (sent.size >= MOST_ERRORS || sent.has(key) || message.startsWith(HARMLESS)) return;
      sent.add(key);
      send({ name, message, path: pathNow().slice(0, 300), release: VERSION });
    },
  };
}

/** Reads whatever was thrown. */
function factsOf(thrown: unknown): { readonly name: string; readonly message: string } {
  try {
    const { name, message } = thrown instanceof Error ? thrown : { name: 'Thrown', message: String(thrown) };
    return { name: name.slice(0, 80), message: message.slice(0, 500) };
  } catch {
    return { name: 'Thrown', message: '' };
  }
}
