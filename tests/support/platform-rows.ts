import type { User } from '#lib/auth/schemas/user.ts';
import { newUser } from '#lib/auth/users.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';
import type { Order } from '#lib/store/schemas/order.ts';

/** Returns an account as it is stored, with the fields of the patch replaced. */
export const userRow = (id: string, at: string, patch: Partial<User> = {}): User =>
  newUser(
    {
      ...{ email: `${id}@plaza.test`, emailKey: `${id.toLowerCase()}@plaza.test`, name: 'Test Person' },
      timezone: 'Europe/Kyiv',
      ...patch,
    },
    new Date(at),
  );

/** Returns an order of one line as it is stored, with the fields of the patch replaced. `n` makes its number. */
export const orderRow = (n: number, at: string, patch: Partial<Order> = {}): Order => ({
  ...{ number: `P${String(n).padStart(9, '0')}`, userId: 'usr_1', vendorIds: ['vnd_test'], status: 'new' },
  ...{ payState: 'unpaid', stockState: 'none', charges: [], subtotalMinor: 10_000, totalMinor: 10_000 },
  lines: [
    {
      ...{ id: 'l1', productId: 'mug', vendorId: 'vnd_test', title: 'A mug', options: [], image: null, sku: null },
      ...{ qty: 1, unitPriceMinor: 10_000, totalMinor: 10_000, fulfilment: 'physical', commissionBps: 1_000 },
    },
  ],
  ...{ currency: 'UAH', fx: null, contact: { name: 'Olena', email: 'olena@plaza.test', phone: '' } },
  delivery: { method: 'arrange', country: '', city: '', address: '', postalCode: '', comment: '' },
  ...{ parts: [], partKeys: [], nextPartDueAt: null, vendorSettlements: [] },
  ...{ referral: null, requestId: null, holdExpiresAt: null, locale: 'en' },
  ...{ note: '', cancelReason: null, forced: false, stockShort: [], paidAt: null, stockDeductedAt: null },
  ...{ settledAt: null, stockReturnedAt: null, documentNumber: null, mails: [], rev: 0 },
  ...{ statusAt: at, createdAt: at, updatedAt: at },
  ...patch,
});

/** Returns a text message as it is stored, with the fields of the patch replaced. */
export const chatRow = (conversationId: string, seq: number, at: string, patch: Partial<Message> = {}): Message => ({
  ...{ conversationId, seq, rev: seq, createdRev: seq, senderId: 'usr_1', type: 'text', content: 'Good morning' },
  ...{ attachments: [], metadata: {}, mentions: [], replyToId: null, reactions: {}, clientMessageId: null },
  ...{ bodyHash: null, createdAt: at, editedAt: null, deletedAt: null, blockedAt: null },
  ...patch,
});
