import { getUser } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';

/** Returns the names of staff by their ids. Deleted users are left out. */
export async function staffNames(
  { data }: Pick<Context, 'data'>,
  ids: readonly (string | null)[],
): Promise<Readonly<Record<string, string>>> {
  const wanted = [...new Set(ids)].filter((id) => id?.startsWith('usr_')).filter((id) => id !== null);
  const found = await Promise.all(wanted.map(async (id) => [id, await nameOf(data, id)] as const));
  return Object.fromEntries(found.flatMap(([id, name]) => (name === null ? [] : [[id, name]])));
}

async function nameOf(data: Context['data'], id: string): Promise<string | null> {
  try {
    const { name, email } = await getUser(data, id);
    return name || email;
  } catch (error) {
    if (codeOf(error) === 'NOT_FOUND') return null;
    throw error;
  }
}
