import { readSuperadmins, writeSuperadmins } from '#lib/auth/superadmins.ts';
import { userCreated } from '#lib/auth/topics.ts';
import { createUser, findUserByEmail } from '#lib/auth/users.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { type Role, roles } from '#lib/context/values.ts';
import { newId } from '#lib/core/ids.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { type DemoVendorKey, demoVendorKeys } from './demo-product.ts';
import { demoVendors } from './vendors-and-categories.ts';

type DemoPerson = { readonly email: string; readonly name: string; readonly role: Role };

const namesByRole: Readonly<Record<Role, string>> = {
  visitor: 'Vira Visitor',
  member: 'Maksym Member',
  confidential: 'Kateryna Confidential',
  admin: 'Andrii Admin',
  superadmin: 'Sofiia Superadmin',
};
const ownerNames: Readonly<Record<DemoVendorKey, readonly [email: string, name: string]>> = {
  hlyna: ['vendor-one@plaza.test', 'Oksana of Hlyna Studio'],
  nord: ['vendor-two@plaza.test', 'Jaan of North Thread'],
  sova: ['vendor-three@plaza.test', 'Taras of Paper Owl Press'],
};

const emailOf = (role: Role): string => `${role}@plaza.test`;

const whatOf: Readonly<Record<Role, string>> = {
  visitor: 'shopper with a new account',
  member: 'shopper with a membership',
  confidential: 'shopper with confidential access',
  admin: 'admin: console, orders, inbox',
  superadmin: 'superadmin: everything',
};

/** The accounts for signing in to a demo, with their description: one of each role, and the owners of the sellers. */
export const demoSignIns: readonly { readonly email: string; readonly as: string }[] = [
  ...roles.map((role) => ({ email: emailOf(role), as: whatOf[role] })),
  ...demoVendorKeys.map((key) => ({ email: ownerNames[key][0], as: `seller: ${demoVendors[key].name}` })),
];

/**
 * Creates the people of a demo: one of each role, and the owners of its sellers. Returns the ids of the owners.
 * Existing people stay as they are, so every start may call this function.
 */
export async function seedDemoPeople(runtime: Runtime): Promise<Readonly<Record<DemoVendorKey, string>>> {
  for (const role of roles) await ensurePerson(runtime, { email: emailOf(role), name: namesByRole[role], role });
  const owners: [DemoVendorKey, string][] = [];
  for (const key of demoVendorKeys) {
    const [email, name] = ownerNames[key];
    owners.push([key, await ensurePerson(runtime, { email, name, role: 'visitor' })]);
  }
  return Object.fromEntries(owners) as Record<DemoVendorKey, string>;
}

async function ensurePerson(runtime: Runtime, { email, name, role }: DemoPerson): Promise<string> {
  const now = runtime.now();
  const id = newId('user');
  return runtime.data.tx(async (t) => {
    const known = await findUserByEmail(t, email);
    if (known) return known.id;
    const superadmins = await readSuperadmins(t);
    createUser(t, { id, email, emailKey: email, name, role, locale: runtime.env.DEFAULT_LOCALE }, now);
    if (role === 'superadmin') writeSuperadmins(t, [...superadmins, id]);
    enqueue(t, userCreated, { userId: id }, { now });
    return id;
  });
}
