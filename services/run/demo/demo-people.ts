import { readSuperadmins, writeSuperadmins } from '#lib/auth/superadmins.ts';
import { userCreated } from '#lib/auth/topics.ts';
import { createUser, findUserByEmail } from '#lib/auth/users.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { type Role, roles } from '#lib/context/values.ts';
import { newId } from '#lib/core/ids.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { ReferralCodes } from '#lib/store/referrals/collections.ts';
import { demoPeople } from './people/people.ts';
import { type DemoVendorKey, demoVendorKeys } from './values.ts';

type DemoPerson = {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly locale?: Locale;
};

const { people, sellers } = demoPeople;

export const DEMO_REFERRAL_CODE = 'RDEM0C0DE';

const emailOf = (role: Role): string => `${role}@plaza.test`;

/** The accounts for signing in to a demo, with their description: one of each role, and the owners of the sellers. */
export const demoSignIns: readonly { readonly email: string; readonly as: string }[] = [
  ...roles.map((role) => ({ email: emailOf(role), as: people[role].as })),
  ...demoVendorKeys.map((key) => ({ email: sellers[key].owner.email, as: `seller: ${sellers[key].name}` })),
];

/**
 * Creates the people of a demo: one of each role, and the owners of its sellers. Returns the ids of the owners.
 * Existing people stay as they are, so every start may call this function.
 */
export async function seedDemoPeople(runtime: Runtime): Promise<Readonly<Record<DemoVendorKey, string>>> {
  for (const role of roles) {
    const id = await ensurePerson(runtime, { email: emailOf(role), name: people[role].name, role });
    if (role === 'member') await ensureReferralCode(runtime, id);
  }
  const owners: [DemoVendorKey, string][] = [];
  for (const key of demoVendorKeys) {
    owners.push([key, await ensurePerson(runtime, { ...sellers[key].owner, role: 'visitor' })]);
  }
  return Object.fromEntries(owners) as Record<DemoVendorKey, string>;
}

/** Creates the demo's referral code unless it exists: `/?ref=RDEM0C0DE` is the link of the member. */
async function ensureReferralCode({ data, now }: Runtime, userId: string): Promise<void> {
  if (await data.get(ReferralCodes, DEMO_REFERRAL_CODE)) return;
  const createdAt = now().toISOString();
  await data.create(ReferralCodes, DEMO_REFERRAL_CODE, { userId, disabledAt: null, disabledBy: null, createdAt });
}

/** Creates an account unless its address has one; returns its id. */
export async function ensurePerson(runtime: Runtime, { email, name, role, locale }: DemoPerson): Promise<string> {
  const now = runtime.now();
  const id = newId('user');
  return runtime.data.tx(async (t) => {
    const known = await findUserByEmail(t, email);
    if (known) return known.id;
    const superadmins = await readSuperadmins(t);
    createUser(t, { id, email, emailKey: email, name, role, locale: locale ?? runtime.env.DEFAULT_LOCALE }, now);
    if (role === 'superadmin') writeSuperadmins(t, [...superadmins, id]);
    enqueue(t, userCreated, { userId: id }, { now });
    return id;
  });
}
