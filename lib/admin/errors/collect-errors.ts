import type { ClientError } from '#lib/admin/schemas/errors.ts';
import { pagePatternOf } from '#lib/api/collecting/route-patterns.ts';
import type { Context } from '#lib/context/context.ts';
import type { Breach } from './csp-reports.ts';

type Reader = Pick<Context, 'errors' | 'user'>;

/** Notes an error of a page. Its stack is not kept, and its path becomes a pattern. */
export const collectClientError = ({ errors, user }: Reader, { name, message, path, release }: ClientError): void =>
  errors.note({ kind: 'client', name, message, path: pagePatternOf(path), release, ...callerOf(user) });

/** Notes breaches of the content policy. */
export function collectBreaches({ errors, user }: Reader, breaches: readonly Breach[]): void {
  for (const breach of breaches) errors.note({ kind: 'csp', ...breach, ...callerOf(user) });
}

const callerOf = (user: Context['user']) => ({ userId: user?.id ?? null, requestId: null });
