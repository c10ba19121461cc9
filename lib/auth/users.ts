import type { CurrentUser, UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { UserEmails, UserHandles, Users } from './collections.ts';
import { emailClaimId, emailKeyOf } from './email-key.ts';
import { isReservedHandle } from './reserved-handles.ts';
import type { SessionUser, UpdateProfile, User } from './schemas/user.ts';
import { personName, USER_SCHEMA_VERSION } from './schemas/user.ts';
import { promiseUserIndex } from './topics.ts';

const DEFAULT_TIMEZONE = 'Europe/Kyiv';

/** Returns the id under which a handle is claimed. */
export const handleClaimId = (handle: string): string => hashOf('handle', handle);

const withId = ({ id, data }: { readonly id: string; readonly data: User }): CurrentUser => ({ ...data, id });

/** Returns the account of an address, found by its unique key. Null when there is none. */
export async function findUserByEmail(reader: Reader, email: string): Promise<CurrentUser | null> {
  const emailKey = emailKeyOf(email);
  const claim = emailKey === null ? undefined : await reader.get(UserEmails, emailClaimId(emailKey));
  const row = claim && (await reader.get(Users, claim.data.userId));
  return row ? withId(row) : null;
}

/** Returns an account by its id, also a deleted one until it is purged. Throws NotFound otherwise. */
export async function getUser(reader: Reader, id: string): Promise<CurrentUser> {
  return withId(await reader.need(Users, id));
}

/** Returns an account that is not deleted. Throws NotFound for a deleted one. */
export async function getStandingUser(reader: Reader, id: string): Promise<CurrentUser> {
  const user = await getUser(reader, id);
  if (user.status === 'deleted') throw notFound('User', id);
  return user;
}

/** Returns the row of an account. Without `given`, it is a visitor who has no name yet. */
export const newUser = (given: Pick<User, 'email' | 'emailKey'> & Partial<User>, now: Date): User => ({
  name: '',
  handle: null,
  avatarUrl: null,
  bio: '',
  role: 'visitor',
  status: 'active',
  restrictedReason: null,
  isVerified: false,
  verifiedAt: null,
  vendorId: null,
  locale: 'en',
  timezone: DEFAULT_TIMEZONE,
  readReceipts: true,
  findByHandle: true,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  lastSeenAt: null,
  sessionEpoch: 0,
  schemaVersion: USER_SCHEMA_VERSION,
  ...given,
});

export type NewUser = Pick<User, 'email' | 'emailKey' | 'locale' | 'role'> &
  Partial<Pick<User, 'name' | 'lastSeenAt'>> & { readonly id: string; readonly timezone?: string | undefined };

/**
 * Creates an account in the caller's transaction. The claim of its address fails with EXISTS when another account has
 * it.
 */
export function createUser(t: Writer, made: NewUser, now: Date): User {
  const { id, timezone = DEFAULT_TIMEZONE, ...given } = made;
  const user = newUser({ ...given, timezone }, now);
  t.create(Users, id, user);
  t.create(UserEmails, emailClaimId(user.emailKey), { userId: id });
  promiseUserIndex(t, id, now);
  return user;
}

/** Returns the account that has claimed a handle, whatever it has chosen about being found. Null when there is none. */
export async function findHandleOwner(reader: Reader, handle: string): Promise<CurrentUser | null> {
  const claim = await reader.get(UserHandles, handleClaimId(handle));
  const row = claim && (await reader.get(Users, claim.data.userId));
  return row ? withId(row) : null;
}

/** Returns the active user with exactly this handle, unless they do not want to be found by it. Null for any other. */
export async function findByHandle(reader: Reader, handle: string): Promise<Row<User> | null> {
  const claim = await reader.get(UserHandles, handleClaimId(handle));
  const user = claim && (await reader.get(Users, claim.data.userId));
  return user?.data.status === 'active' && user.data.handle === handle && user.data.findByHandle ? user : null;
}

/** Returns the fields of an account that its owner and the pages see. */
export const sessionUserOf = ({ id, ...user }: CurrentUser): SessionUser => ({
  id,
  email: user.email,
  name: user.name,
  handle: user.handle,
  avatarUrl: user.avatarUrl,
  role: user.role,
  status: user.status,
  isVerified: user.isVerified,
  vendorId: user.vendorId,
  locale: user.locale,
});

/** Sets the name of a profile without one, in the caller's transaction, after its reads. An existing name stays. */
export function nameUnnamed(t: Writer, user: Pick<CurrentUser, 'id' | 'name'>, name: string, at: string): void {
  const given = personName.safeParse(name);
  if (user.name !== '' || !given.success) return;
  t.update(Users, user.id, { name: given.data, updatedAt: at });
  promiseUserIndex(t, user.id, new Date(at));
}

/** Changes the user's own profile. Throws HandleTaken for a taken or reserved handle. */
export async function updateProfile(ctx: UserContext, changes: UpdateProfile): Promise<SessionUser> {
  const now = ctx.now();
  const { handle } = changes;
  const updated = await ctx.data.tx(async (t) => {
    const user = await getStandingUser(t, ctx.user.id);
    const taken = handle ? await t.get(UserHandles, handleClaimId(handle)) : undefined;
    const isNew = handle !== undefined && handle !== user.handle;
    if ((taken && taken.data.userId !== user.id) || (isNew && isReservedHandle(handle)))
      throw conflict('This handle is already taken', { code: 'HandleTaken', details: { handle: 'is taken' } });

    if (isNew) {
      if (user.handle) t.delete(UserHandles, handleClaimId(user.handle));
      if (handle && !taken) t.create(UserHandles, handleClaimId(handle), { userId: user.id });
    }
    const patch = { ...changes, updatedAt: now.toISOString() };
    t.update(Users, user.id, patch);
    if (isNew || (changes.name !== undefined && changes.name !== user.name)) promiseUserIndex(t, user.id, now);
    return { ...user, ...patch };
  });
  ctx.log('info', 'user.updated', { userId: ctx.user.id, fields: Object.keys(changes) });
  return sessionUserOf(updated);
}
