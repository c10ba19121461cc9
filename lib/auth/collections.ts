import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { collection } from '#lib/data/collection.ts';
import { loginAddress, loginToken } from './schemas/login.ts';
import { session } from './schemas/session.ts';
import { user } from './schemas/user.ts';

export const Users = collection('users', {
  label: 'User',
  schema: user,
  indexes: [
    ['createdAt desc'],
    ['role', 'createdAt desc'],
    ['status', 'updatedAt'],
    // The statistics of the platform count by these.
    ['status', 'role'],
    ['status', 'isVerified'],
    ['status', 'lastSeenAt'],
  ],
  version: 2,
});

/** Claims an address. The id is base64url(sha256(emailKey)). */
export const UserEmails = collection('user_emails', {
  label: 'Address',
  schema: z.object({ userId: idText }),
  indexes: [],
});

/** Claims a handle. The id is base64url(sha256(handle)), because logs of the store outlive the document. */
export const UserHandles = collection('user_handles', {
  label: 'Handle',
  schema: z.object({ userId: idText }),
  indexes: [],
});

/**
 * The document `superadmins` lists the active superadmins. Every change among them writes it in the same transaction.
 * Further documents record which account an address of SUPERADMIN_EMAILS had at its first sign-in.
 */
export const PlatformMeta = collection('platform_meta', {
  label: 'Platform record',
  schema: z.object({ ids: z.array(idText) }),
  indexes: [],
});

/** Signed-in browsers. The id is a hash of the secret in the cookie. */
export const Sessions = collection('sessions', {
  label: 'Session',
  schema: session,
  indexes: [['userId', 'createdAt desc'], ['lastSeenAt']],
  ttl: 'expiresAt',
});

/** Sign-in mails that can still be used. The id is a hash of the token in the link. */
export const EmailLoginTokens = collection('email_login_tokens', {
  label: 'Sign-in token',
  schema: loginToken,
  indexes: [['expiresAt']],
});

/** The sign-in mails of an address that can still be used. The id is that of its claim. */
export const LoginAddresses = collection('login_addresses', {
  label: 'Address that signs in',
  schema: loginAddress,
  indexes: [],
  ttl: 'expiresAt',
});
