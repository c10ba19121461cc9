import type { NotedError } from '#lib/context/ports/collecting.ts';
import { AppError } from '#lib/core/errors.ts';
import { hashId } from '#lib/core/ids.ts';
import { VERSION } from '#lib/core/version.ts';
import { normalText } from './normal-text.ts';
import { ownFrameOf } from './own-frame.ts';
import type { ErrorKind } from './values.ts';

/** An error without anything personal, and the id of its group. */
export type DescribedError = {
  readonly groupId: string;
  readonly kind: ErrorKind;
  readonly name: string;
  readonly message: string;
  readonly path: string;
  readonly release: string;
};

const MOST_NAME = 80;

/** Describes an error by what it has in common with others of the same cause. Reads only the start of long texts. */
export function describeError(noted: NotedError): DescribedError {
  const { kind } = noted;
  switch (kind) {
    case 'server': {
      const { name, message, stack } = factsOf(noted.thrown);
      const text = normalText(message);
      return described(kind, { name, message: text, path: noted.path }, [
        name,
        (stack && ownFrameOf(stack)) || text,
        noted.path,
      ]);
    }
    case 'process': {
      const name = nameOf(noted.code);
      const facts = { name, message: normalText(noted.message), path: noted.processId };
      return described(kind, facts, [noted.processId, name]);
    }
    case 'client': {
      const facts = { name: nameOf(noted.name), message: normalText(noted.message), path: noted.path };
      return described(kind, facts, [facts.name, facts.message, noted.path], releaseOf(noted.release));
    }
    case 'csp': {
      const facts = { name: noted.directive, message: noted.blocked, path: noted.path };
      return described(kind, facts, [noted.directive, noted.blocked]);
    }
  }
}

function described(
  kind: ErrorKind,
  facts: Pick<DescribedError, 'name' | 'message' | 'path'>,
  common: readonly string[],
  release = VERSION,
): DescribedError {
  return { groupId: hashId('errorGroup', kind, ...common), kind, ...facts, release };
}

/** Reads whatever was thrown. The cause of an internal error says more than the error itself. */
function factsOf(thrown: unknown): { readonly name: string; readonly message: string; readonly stack: string | null } {
  const isShell = thrown instanceof AppError && thrown.name === 'InternalServerError' && thrown.cause !== undefined;
  const error = isShell ? thrown.cause : thrown;
  if (error instanceof AppError)
    return { name: nameOf(error.code ?? error.name), message: textOf(error.message), stack: textOf(error.stack) };
  if (!(error instanceof Error)) return { name: `Thrown ${typeof error}`, message: '', stack: null };
  return { name: nameOf(error.name), message: textOf(error.message), stack: textOf(error.stack) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const nameOf = (name: unknown): string => normalText(textOf(name).slice(0, MOST_NAME)).slice(0, MOST_NAME) || 'Error';
const releaseOf = (release: string): string => (/^[\w.+-]{1,40}$/.test(release) ? release : 'unknown');
