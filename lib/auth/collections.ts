import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { collection } from '#lib/data/collection.ts';
import { loginAddress, loginToken } from './schemas/login.ts';
import { session } from './schemas/session.ts';
import { user } from './schemas/user.ts';

export const Users = collection('users', {
  label: 'User',
  schema: user,
  indexes: [['createdAt desc'], ['role', 'createdAt desc'], ['status', 'updatedAt']],
  version: 2,
});

/** Claims an address; the id is base64url(sha256(emailKey)). */
export const UserEmails = collection('user_emails', {
  label: 'Address',
  schema: z.object({ userId: idText }),
  indexes: [],
});

/** Claims a handle; the id is base64url(sha256(handle)), because logs of the store outlive the document. */
export const UserHandles = collection('user_handles', {
  label: 'Handle',
  schema: z.object({ userId: idText }),
  indexes: [],
});

/**
 * The document `superadmins` lists the active superadmins and changes in the transaction of each change among them; one for
 * each address of SUPERADMIN_EMAILS that has signed in names the account it then had.
 */
export const PlatformMeta = collection('platform_meta', {
  label: 'Platform record',
  schema: z.object({ ids: z.array(idText) }),
  indexes: [],
});

/** Signed-in browsers; the id is a hash of the secret in the cookie. */
export const Sessions = collection('sessions', {
  label: 'Session',
  schema: session,
  indexes: [['userId', 'createdAt desc'], ['lastSeenAt']],
  ttl: 'expiresAt',
});

/** Sign-in mails that may still be answered; the id is a hash of the token in the link. */
export const EmailLoginTokens = collection('email_login_tokens', {
  label: 'Sign-in token',
  schema: loginToken,
  indexes: [['expiresAt']],
});

/** Which sign-in mails of an address may still be answered; the id is that of its claim. */
export const LoginAddresses = collection('login_addresses', {
  label: 'Address that signs in',
  schema: loginAddress,
  indexes: [],
  ttl: 'expiresAt',
});
