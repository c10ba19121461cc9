import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { collection } from '#lib/data/collection.ts';
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
