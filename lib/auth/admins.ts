import type { Reader } from '#lib/data/store.ts';
import { usersOfRoles } from './queries.ts';

const MOST = 200;

/** Returns the ids of the active admins and superadmins, newest first. */
export async function readAdminIds(reader: Pick<Reader, 'find'>): Promise<readonly string[]> {
  const { rows } = await reader.find(usersOfRoles(['admin', 'superadmin'], MOST));
  return rows.flatMap(({ id, data: { status } }) => (status === 'active' ? [id] : []));
}
