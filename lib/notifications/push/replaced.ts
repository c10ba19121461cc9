import type { Context, UserContext } from '#lib/context/context.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { MAX_DEVICES } from '#lib/notifications/limits.ts';
import type { PushRegistration } from '#lib/notifications/schemas/registration.ts';
import { addressHashOf } from './address.ts';
import { PushRegistrations } from './collections.ts';
import { devicesAt, devicesOf } from './queries.ts';

/** Devices that a registration replaces, and the condition that must still hold for each. */
export type Replaced = ReadonlyMap<string, (row: PushRegistration) => boolean>;

const holdsOneOf =
  (addresses: readonly string[]) =>
  ({ addressHash }: PushRegistration): boolean =>
    addresses.some((address) => addressHash.includes(address));

/**
 * Finds the devices that a registration replaces. These are devices with the same addresses, the caller's own rows at
 * the previous address, and surplus devices not seen for longest.
 */
export async function findReplaced(
  { data, user }: UserContext,
  id: string,
  addresses: readonly string[],
  previousEndpoint: string | undefined,
): Promise<Replaced> {
  const previous = previousEndpoint === undefined ? [] : [addressHashOf(previousEndpoint)];
  const [there, before, own] = await Promise.all([
    data.find(devicesAt(addresses)),
    previous.length === 0 ? { rows: [] } : data.find(devicesAt(previous)),
    data.find(devicesOf(user.id)),
  ]);
  const replaced = new Map<string, (row: PushRegistration) => boolean>();
  for (const row of before.rows) if (row.data.userId === user.id) replaced.set(row.id, holdsOneOf(previous));
  for (const row of there.rows) replaced.set(row.id, holdsOneOf(addresses));
  const others = own.rows.filter((row) => row.id !== id && !replaced.has(row.id));
  for (const { id: surplus, data: seen } of others.slice(MAX_DEVICES - 1))
    replaced.set(surplus, ({ lastSeenAt }) => lastSeenAt === seen.lastSeenAt);
  replaced.delete(id);
  return replaced;
}

/** Reads the devices again inside the transaction. Returns those whose condition still holds. */
export async function readReplaced(
  t: Pick<Reader, 'getMany'>,
  found: Replaced,
): Promise<readonly Row<PushRegistration>[]> {
  const rows = await t.getMany(PushRegistrations, [...found.keys()]);
  return rows.filter((row) => row !== undefined && found.get(row.id)?.(row.data)) as Row<PushRegistration>[];
}

/**
 * Leaves an address to one device. Two concurrent registrations of an address do not see each other. The later of their
 * checks here sees both, and every process decides alike: the device seen last keeps the address.
 */
export async function settleRivals({ data }: Pick<Context, 'data'>, addresses: readonly string[]): Promise<void> {
  const { rows } = await data.find(devicesAt(addresses));
  if (rows.length < 2) return;
  await data.tx(async (t) => {
    const again = await t.getMany(
      PushRegistrations,
      rows.map(({ id }) => id),
    );
    const rivals = again.filter((row) => row !== undefined && holdsOneOf(addresses)(row.data)) as typeof rows;
    const [, ...gone] = rivals.toSorted((a, b) => (a.data.lastSeenAt + a.id < b.data.lastSeenAt + b.id ? 1 : -1));
    for (const { id } of gone) t.delete(PushRegistrations, id);
  });
}
