import { randomUUID } from 'node:crypto';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import { PEER_HEADER } from '#lib/api/peer.ts';
import { Users } from '#lib/auth/collections.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import type { UserContext } from '#lib/context/context.ts';
import { hashOf, newId } from '#lib/core/ids.ts';
import { saveContact } from '#lib/crm/contacts/contacts.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { quarantineMail } from '#lib/crm/mailboxes/dead-letters.ts';
import { createTask } from '#lib/crm/tasks/tasks.ts';
import { uploadFiles } from '#lib/messaging/attachments/uploads.ts';
import { inviteCall } from '#lib/messaging/calls/invite-call.ts';
import { Callbacks } from '#lib/payments/collections.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { putAddress } from '#tests/support/addresses.ts';
import { testCallback } from '#tests/support/attempts.ts';
import { type Call, call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { receive } from '#tests/support/crm.ts';
import { giveUpEffect } from '#tests/support/dead-effects.ts';
import { ownDelivery } from '#tests/support/deliveries.ts';
import { addFamily } from '#tests/support/families.ts';
import { rawMail, takeMail } from '#tests/support/mails.ts';
import {
  type Caller,
  callIn,
  evidenceIn,
  messageIn,
  type Policy,
  type Target,
  type Thing,
} from '#tests/support/policies/policy-types.ts';
import { addDigitalProduct } from '#tests/support/product-files.ts';
import { putReviewPicture } from '#tests/support/review-picture.ts';
import type { FoundRoute } from '#tests/support/route-table.ts';
import { jobOf, notificationOf } from '#tests/support/sent-notifications.ts';
import { addDraft, addFreshVendor, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { putProcedure } from '#tests/support/verification.ts';

type Person = TestContext & UserContext;
export type Knock = {
  readonly route: FoundRoute;
  readonly policy: Policy;
  readonly caller: Caller;
  readonly target: Target;
  readonly isBroken: boolean;
};
export type Heard = { readonly status: number; readonly text: string; readonly id: string };

const lines = [{ id: 'mug', qty: 1 }];

/** Calls a route as a caller, about a target, and returns the response. Every user and row involved is new. */
export const knock = async (world: TestContext, ask: Knock): Promise<Heard> => (await readyToKnock(world, ask))();

/** Prepares the same call. The result may be called once, or again as the same user about the same target. */
export async function readyToKnock(world: TestContext, ask: Knock): Promise<() => Promise<Heard>> {
  const { route, policy, caller, target, isBroken } = ask;
  const person = await personFor(world, caller);
  const owner = target === 'own' && person ? person : await asUser(world);
  const id = await nameFor(policy.thing, target, owner);
  const options: Call = {
    method: route.method,
    ...(person && { as: person }),
    ...(policy.namedBy !== 'body' &&
      policy.thing && { params: { [policy.namedBy?.param ?? 'id']: id, ...policy.also?.(id) } }),
    ...(policy.params && { params: policy.params }),
    ...(policy.query && { query: policy.query }),
    ...bodyOf(route, policy, id, isBroken),
    headers: {
      [PEER_HEADER]: addressOf(id),
      ...(caller === 'cron' && { authorization: `Bearer ${world.env.CRON_SECRET}` }),
      ...(caller === 'wrong-bearer' && { authorization: 'Bearer undefined' }),
      ...(isBroken && { 'content-type': 'application/json' }),
      ...(route.spec.jsonTypes && { 'content-type': route.spec.jsonTypes[0] ?? '' }),
      ...(isForm(route) && { 'content-type': 'multipart/form-data; boundary=x' }),
    },
  };
  return async () => {
    const { status, text } = await call(route.handler, options);
    return { status, text, id };
  };
}

function bodyOf(route: FoundRoute, { body }: Policy, id: string, isBroken: boolean): Pick<Call, 'body' | 'raw'> {
  if (isBroken) return { raw: '{' };
  if (!body) return {};
  return isForm(route) ? { raw: formOf(body(id) as Record<string, string>) } : { body: body(id) };
}

const isForm = ({ spec }: FoundRoute): boolean => spec.bodyAs === 'form';
/** Returns a multipart form. The part named `file` is a file. */
const formOf = (parts: Readonly<Record<string, string>>): string => {
  const nameOf = (name: string) => (name === 'file' ? 'name="file"; filename="a.txt"' : `name="${name}"`);
  const texts = Object.entries(parts).map(
    ([name, text]) => `--x\r\ncontent-disposition: form-data; ${nameOf(name)}\r\n\r\n${text}\r\n`,
  );
  return `${texts.join('')}--x--`;
};

/** Returns an address that differs each time: the matrix does not test limits per address. */
const addressOf = (id: string): string => `2001:db8::${Buffer.from(id).toString('hex').slice(-4)}:${Math.random()}`;

async function personFor(world: TestContext, caller: Caller): Promise<Person | null> {
  switch (caller) {
    case 'none':
    case 'cron':
    case 'wrong-bearer':
      return null;
    case 'restricted':
      return asUser(world, { role: 'superadmin', status: 'restricted' });
    case 'vendor-owner':
      return asUser(world, { vendorId: TEST_VENDOR_ID });
    case 'vendor-other':
      return asUser(world, { vendorId: 'vnd_other' });
    case 'superadmin':
      return asSuperadmin(world);
    case 'visitor':
    case 'member':
    case 'confidential':
    case 'admin':
      return asUser(world, { role: caller });
  }
}

/** Returns the id that the call will name: of a row created for its owner, or of none. */
async function nameFor(thing: Thing | undefined, target: Target, owner: Person): Promise<string> {
  if (target === 'missing' || thing === undefined) return newId('order');
  switch (thing) {
    case 'user':
      // Signed in, because ending the sessions of an account without any changes nothing.
      await openSessionFor(owner);
      return owner.user.id;
    case 'session':
      return openSessionFor(owner);
    case 'order':
      return orderOf(owner);
    case 'payment':
      return paymentOf(owner);
    case 'callback':
      return callbackTo(owner);
    case 'vendor':
      return TEST_VENDOR_ID;
    case 'category':
      return createCategory(owner, { name: { en: 'Rugs', uk: 'Килими', ru: 'Ковры' }, slug: randomUUID() });
    case 'product':
      return addDraft(owner, owner.user.vendorId ?? 'vnd_third');
    case 'product-file':
      return addDigitalProduct(owner, owner.user.vendorId ?? 'vnd_third');
    case 'fresh-vendor':
      return addFreshVendor(owner);
    case 'mail-thread':
      return (await receive({ ctx: owner })).threadId;
    case 'draft':
      return (await createDraft(owner, (await receive({ ctx: owner })).threadId, 'It is on its way.')).id;
    case 'mail':
      return (await mailOf(owner)).id;
    case 'contact':
      return contactOf(owner);
    case 'mail-task':
      return taskOf(owner);
    case 'dead-letter':
      return deadLetterOf(owner);
    case 'effect':
      return giveUpEffect(owner);
    case 'conversation':
      return conversationOf(owner);
    case 'attachment':
      return attachmentOf(owner);
    case 'picture':
      return putReviewPicture(owner, { isPublic: false });
    case 'public-picture':
      return putReviewPicture(owner, { isPublic: true });
    case 'call':
      return conversationWithCall(owner);
    case 'message':
      return conversationWithMessage(owner);
    case 'payment-request':
      return requestTo(owner);
    case 'notification':
      return notificationOf(owner);
    case 'notification-job':
      return jobOf(owner);
    case 'procedure':
      return procedureOf(owner);
    case 'delivery':
      return ownDelivery(owner);
    case 'family':
      return addFamily(owner, await addDraft(owner, owner.user.vendorId ?? 'vnd_third'));
    case 'address':
      return putAddress(owner);
    case 'filled-cart':
      await saveCart(owner, lines);
      return newId('order');
  }
}

async function orderOf(owner: Person): Promise<string> {
  const placed = await checkOut(owner, { input: { items: lines }, key: undefined, referralCode: undefined });
  if (placed.kind !== 'answer') throw placed.error;
  await grantCredit(owner, owner.user.id, 1_000_000, 'matrix');
  return placed.body.order.id;
}

async function paymentOf(owner: Person): Promise<string> {
  const { payment } = await payByCredit(owner, await orderOf(owner));
  return payment.orderReference;
}

async function callbackTo(owner: Person): Promise<string> {
  const id = hashOf('callback', owner.user.id);
  await owner.data.set(Callbacks, id, testCallback({ receivedAt: owner.now().toISOString() }));
  return id;
}

async function openSessionFor(owner: Person): Promise<string> {
  const { id: userId, sessionEpoch: epoch } = owner.user;
  const opening = { userId, epoch, secret: newSessionSecret(), now: owner.now() };
  return (await owner.data.tx(async (t) => openSession(t, owner, opening))).id;
}

const mailOf = (owner: Person) =>
  takeMail(owner, {
    from: `${owner.user.id.toLowerCase()}@shop.test`,
    attachment: { name: 'bill.txt', type: 'text/plain', text: 'one mug' },
  });

async function conversationOf(owner: Person): Promise<string> {
  const conversation = testConversation([owner.user.id, (await asUser(owner)).user.id], owner.now());
  await putConversation(owner, conversation);
  return conversation.id;
}

async function conversationWithMessage(owner: Person): Promise<string> {
  const id = await conversationOf(owner);
  await putMessage(owner, id, { id: messageIn(id).messageId, senderId: owner.user.id });
  return id;
}

/** Creates a payment request from a user without a shop. */
async function requestTo(owner: Person): Promise<string> {
  const sender = await asUser(owner);
  const conversation = testConversation([sender.user.id, owner.user.id], owner.now());
  await putConversation(owner, conversation);
  const metadata = { amountMinor: 100, currency: 'UAH', status: 'open', orderReference: null, vendorId: null };
  return putMessage(owner, conversation.id, { senderId: sender.user.id, type: 'payment_request', metadata });
}

/** Uploads a file as an active user: a restricted user may have uploaded it before the restriction. */
async function attachmentOf(owner: Person): Promise<string> {
  const before: Person = { ...owner, user: { ...owner.user, status: 'active' } };
  const [file] = await uploadFiles(before, [{ filename: 'a.txt', bytes: Buffer.from('hello') }], null);
  return file?.id ?? '';
}

async function conversationWithCall(owner: Person): Promise<string> {
  const other = await asUser(owner);
  const people = [owner.user.id, other.user.id];
  const conversation = testConversation(people, owner.now(), { type: 'direct', ownerId: null });
  await putConversation(owner, conversation);
  const before: Person = { ...owner, user: { ...owner.user, status: 'active' } };
  await inviteCall(before, conversation.id, { callId: callIn(conversation.id), media: 'audio', lifetimeMs: 60_000 });
  return conversation.id;
}

/** Opens a procedure with a file. A restricted owner opens it as an active user, as if before the restriction. */
async function procedureOf(owner: Person): Promise<string> {
  const { id, status } = owner.user;
  await owner.data.update(Users, id, { status: 'active' });
  const number = await putProcedure(owner);
  await owner.data.update(Users, id, { status });
  const { evidence } = (await owner.data.need(VerificationProcedures, number)).data;
  const named = evidence.map((file) => ({ ...file, ...evidenceIn(number) }));
  await owner.data.update(VerificationProcedures, number, { evidence: named });
  return number;
}

async function contactOf(owner: Person): Promise<string> {
  const { contact } = await saveContact(owner, { email: `${newId('user').toLowerCase()}@shop.test` });
  return contact.id;
}

async function taskOf(owner: Person): Promise<string> {
  const { threadId } = await mailOf(owner);
  return (await createTask(owner, { threadId, title: 'Call back', taskType: 'call' })).id;
}

const deadLetterOf = (owner: Person): Promise<string> =>
  quarantineMail(owner, {
    ...{ channelId: 'default', via: 'imap', uid: 0, uidValidity: null },
    raw: rawMail({ subject: owner.user.id }),
    error: new Error('unreadable'),
  });
