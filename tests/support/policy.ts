import type { Auth } from '#lib/api/guards.ts';
import { accountPolicies } from './policies/accounts.ts';
import { agentPolicies } from './policies/agent.ts';
import { aroundOrderPolicies } from './policies/around-orders.ts';
import { emailPolicies } from './policies/email.ts';
import { familyPolicies } from './policies/families.ts';
import { messagingPolicies } from './policies/messaging.ts';
import { moderationPolicies } from './policies/moderation.ts';
import { notificationPolicies } from './policies/notifications.ts';
import { type Caller, callers, type Policies, type Policy, type Target } from './policies/policy-types.ts';
import { reviewPolicies } from './policies/reviews.ts';
import { serverPolicies } from './policies/server.ts';
import { shopPolicies } from './policies/shop.ts';
import { toolingPolicies } from './policies/tooling.ts';
import { verificationPolicies } from './policies/verification.ts';

/**
 * Who may do what, written by hand and never read from the code under test. A route without a row here fails the
 * matrix, and so does a row without a route.
 */
export const policies: Policies = {
  ...accountPolicies,
  ...aroundOrderPolicies,
  ...agentPolicies,
  ...emailPolicies,
  ...familyPolicies,
  ...messagingPolicies,
  ...moderationPolicies,
  ...notificationPolicies,
  ...reviewPolicies,
  ...serverPolicies,
  ...shopPolicies,
  ...toolingPolicies,
  ...verificationPolicies,
};

/** Files outside the API that respond without a page: public and read-only. */
export const publicFiles: readonly string[] = [
  'app/og/products/[id]/route.ts',
  'app/sitemap.xml/route.ts',
  'app/sitemap/[part]/route.ts',
];

const people: readonly Caller[] = callers.filter((caller) => !['none', 'cron', 'wrong-bearer'].includes(caller));
const admins: readonly Caller[] = ['admin', 'superadmin'];
const sellers: readonly Caller[] = ['vendor-owner', 'vendor-other'];

/** Returns whether the guard admits a caller, or the status of its refusal. */
function admission(auth: Auth, caller: Caller): 'in' | 401 | 403 {
  const among = (allowed: readonly Caller[]) => {
    if (allowed.includes(caller)) return 'in';
    return people.includes(caller) ? 403 : 401;
  };
  switch (auth) {
    case 'public':
    case 'optional':
    case 'signed':
      return 'in';
    case 'session':
      return among(people);
    case 'admin':
      return among(admins);
    case 'superadmin':
      return among(['superadmin']);
    case 'cron':
      return caller === 'cron' ? 'in' : 401;
    case 'emailWebhook':
    case 'token':
      return 401;
  }
}

/**
 * Returns the status that a call must have. Only an admitted caller can get 400 for a broken body, and only once the
 * path is found.
 */
export function expectedStatus(policy: Policy, caller: Caller, target: Target, isBroken: boolean): number {
  const admitted = admission(policy.auth, caller);
  if (admitted !== 'in') return admitted;
  if (caller === 'restricted' && policy.forRestricted !== undefined) return policy.forRestricted;
  if (policy.sellersOnly && ![...sellers, ...admins].includes(caller)) return 403;
  const asAdmin = admins.includes(caller) ? policy.forAdmins : undefined;
  const asSeller = sellers.includes(caller) ? policy.forSellers : undefined;
  const answers = asAdmin ?? asSeller ?? policy.answers;
  const good = typeof answers === 'number' ? answers : answers[target];
  if (!isBroken || (good === 403 && policy.refusedBeforeBody)) return good;
  return good === 404 && policy.namedBy !== 'body' ? 404 : 400;
}
