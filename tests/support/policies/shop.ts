import { randomUUID } from 'node:crypto';
import { testDelivery } from '#tests/support/deliveries.ts';
import { anybodys, fileIn, ownOnly, type Policies, type Policy } from './policy-types.ts';

const soldOrder: Policy = { auth: 'session', sellersOnly: true, params: { id: 'ord_missing' }, answers: 404 };

/** Only sellers call these, for products of their own; administrators for any. Others are refused before the path is read. */
const ofOwnProduct = {
  auth: 'session',
  thing: 'product',
  refusedBeforeBody: true,
  answers: { own: 403, other: 403, missing: 403 },
  forSellers: ownOnly,
  forAdmins: anybodys,
} as const satisfies Policy;

const sellersProducts: Policies = {
  'GET /api/vendor/products': { auth: 'session', answers: 403, forSellers: 200, forAdmins: 200 },
  'GET /api/vendor/products.csv': { auth: 'session', answers: 403, forSellers: 200, forAdmins: 200 },
  'POST /api/vendor/products/import': {
    auth: 'session',
    answers: 403,
    refusedBeforeBody: true,
    forSellers: 200,
    forAdmins: 200,
    body: () => ({ file: 'id' }),
  },
  'GET /api/vendor/products/{id}': ofOwnProduct,
  'PATCH /api/vendor/products/{id}': { ...ofOwnProduct, body: () => ({ priceMinor: 20_000 }) },
  'DELETE /api/vendor/products/{id}': { ...ofOwnProduct, body: () => ({}) },
  // The product is one that is shipped.
  'POST /api/vendor/products/{id}/files': {
    ...ofOwnProduct,
    forSellers: { own: 409, other: 404, missing: 404 },
    forAdmins: { own: 409, other: 409, missing: 404 },
    body: () => ({ file: 'id' }),
  },
  'DELETE /api/vendor/products/{id}/files/{fileId}': {
    ...ofOwnProduct,
    thing: 'product-file',
    also: fileIn,
    body: () => ({}),
  },
  'GET /api/vendor/products/{id}/stock': ofOwnProduct,
  'POST /api/vendor/products/{id}/stock': { ...ofOwnProduct, body: () => ({ delta: 1, kind: 'restock' }) },
};

/** Who may call the routes of the shop, of payments and of the wallet. */
export const shopPolicies: Policies = {
  'POST /api/account/delivery-quote': {
    auth: 'session',
    answers: 200,
    body: () => ({ items: [{ id: 'mug', qty: 1 }], country: 'UA', currency: 'UAH' }),
  },
  // No membership is sold here; an admitted caller is told so.
  'POST /api/account/membership': { auth: 'session', answers: 409, body: () => ({ processor: 'credit' }) },
  'POST /api/account/orders/{id}/again': { auth: 'session', thing: 'order', answers: ownOnly },
  'POST /api/account/orders/{id}/cancel': { auth: 'session', thing: 'order', answers: ownOnly },
  // The order is the user's own, but it is not paid.
  'POST /api/account/orders/{id}/cancel-request': {
    auth: 'session',
    thing: 'order',
    answers: { own: 409, other: 404, missing: 404 },
    body: () => ({ vendorId: 'vnd_test', reason: 'Too late' }),
  },
  // tests/api/order-files.test.ts tries orders with files, whose links are signed.
  'GET /api/account/orders/{id}/files/{fileId}': {
    auth: 'session',
    params: { id: 'ord_missing', fileId: 'pfl_missing' },
    answers: 404,
  },
  // The order is the user's own, but it has not been shipped.
  'POST /api/account/orders/{id}/received': {
    auth: 'session',
    thing: 'order',
    answers: { own: 409, other: 404, missing: 404 },
  },
  // Its sender has no shop, so no caller can pay it here. Callers outside its conversation do not learn that it exists.
  'POST /api/account/payment-requests/{messageId}/order': {
    auth: 'session',
    thing: 'payment-request',
    namedBy: { param: 'messageId' },
    answers: { own: 409, other: 404, missing: 404 },
    body: () => ({}),
  },
  'GET /api/account/wallet': { auth: 'session', answers: 200 },
  'GET /api/account/wallet/payments': { auth: 'session', answers: 200 },
  'POST /api/account/wallet/top-up': { auth: 'session', answers: 200, body: () => ({ amountMinor: 10_000 }) },
  'GET /api/admin/categories': { auth: 'admin', answers: 200 },
  'POST /api/admin/categories': {
    auth: 'admin',
    answers: 201,
    body: () => ({ name: { en: 'Lamps', uk: 'Лампи', ru: 'Лампы' }, slug: randomUUID() }),
  },
  'PATCH /api/admin/categories/{id}': {
    auth: 'admin',
    thing: 'category',
    answers: anybodys,
    body: () => ({ hidden: true }),
  },
  'DELETE /api/admin/categories/{id}': { auth: 'admin', thing: 'category', answers: anybodys },
  'GET /api/admin/orders/{id}': { auth: 'admin', thing: 'order', answers: anybodys },
  // The order is not paid, so that no part of it can be refunded.
  'POST /api/admin/orders/{id}/parts/{vendorId}/refund': {
    auth: 'admin',
    thing: 'order',
    also: () => ({ vendorId: 'vnd_test' }),
    answers: { own: 404, other: 404, missing: 404 },
    body: () => ({ reason: 'Asked for by mail' }),
  },
  'POST /api/admin/part-refunds/{id}/settle': {
    auth: 'admin',
    params: { id: 'prf_missing' },
    answers: 404,
    body: () => ({ way: 'by_hand', reference: 'IBAN transfer 1' }),
  },
  'POST /api/admin/orders/{id}/status': {
    auth: 'admin',
    thing: 'order',
    answers: anybodys,
    body: () => ({ status: 'canceled', reason: 'Asked for by mail' }),
  },
  // A callback about an order that is not ours has no effect to retry.
  'POST /api/admin/payments/callbacks/{id}/retry': { auth: 'admin', thing: 'callback', answers: anybodys },
  // The payment was made by credit: there is no gateway to check it with.
  'POST /api/admin/payments/{orderReference}/check': {
    auth: 'admin',
    thing: 'payment',
    namedBy: { param: 'orderReference' },
    answers: { own: 409, other: 409, missing: 404 },
  },
  'POST /api/admin/payments/{orderReference}/reverse': {
    auth: 'admin',
    thing: 'payment',
    namedBy: { param: 'orderReference' },
    answers: anybodys,
    body: () => ({ reason: 'Asked for by mail' }),
  },
  // Nothing is payable yet.
  'POST /api/admin/payouts': {
    auth: 'admin',
    thing: 'order',
    namedBy: 'body',
    answers: { own: 404, other: 404, missing: 404 },
    body: (id) => ({ vendorId: 'vnd_test', settlementIds: [id], bankReference: 'IBAN transfer 1' }),
  },
  // These vendors sell, have asked for no other account and belong to nobody of the matrix.
  'PATCH /api/admin/vendors/{id}': {
    auth: 'admin',
    thing: 'fresh-vendor',
    answers: anybodys,
    body: () => ({ version: 1, commissionBps: 500 }),
  },
  'GET /api/admin/vendors/{id}/payout-account': { auth: 'admin', thing: 'fresh-vendor', answers: anybodys },
  'POST /api/admin/vendors/{id}/payout-account/confirm': {
    auth: 'admin',
    thing: 'fresh-vendor',
    answers: { own: 409, other: 409, missing: 404 },
    body: () => ({ version: 1 }),
  },
  'POST /api/admin/vendors/{id}/payout-account/refuse': {
    auth: 'admin',
    thing: 'fresh-vendor',
    answers: { own: 409, other: 409, missing: 404 },
    body: () => ({ version: 1, reason: 'Another holder' }),
  },
  'POST /api/admin/vendors/{id}/reinstate': {
    auth: 'admin',
    thing: 'fresh-vendor',
    answers: anybodys,
    body: () => ({}),
  },
  'POST /api/admin/vendors/{id}/suspend': {
    auth: 'admin',
    thing: 'fresh-vendor',
    answers: anybodys,
    body: () => ({ reason: 'Sends nothing' }),
  },
  'GET /api/admin/vendors/{id}/settlements': { auth: 'admin', thing: 'vendor', answers: anybodys },
  // Every caller may try; none of them signs as the gateway does.
  'POST /api/payments/cardgw/webhook': { auth: 'signed', answers: 401, body: () => ({}) },
  'GET /api/store/cart': { auth: 'session', answers: 200 },
  'POST /api/store/cart': {
    auth: 'session',
    answers: 200,
    body: () => ({ items: [{ id: 'mug', qty: 1 }] }),
  },
  'POST /api/store/cart/hold': { auth: 'session', thing: 'filled-cart', answers: 200 },
  'POST /api/store/checkout': {
    auth: 'session',
    answers: 201,
    body: () => ({ items: [{ id: 'mug', qty: 1 }] }),
  },
  'GET /api/store/orders': { auth: 'session', answers: 200 },
  'POST /api/store/orders': {
    auth: 'session',
    answers: 201,
    body: () => ({ items: [{ id: 'mug', qty: 1 }] }),
  },
  'GET /api/store/orders/{id}': { auth: 'session', thing: 'order', answers: ownOnly },
  'POST /api/store/payments/cardgw': {
    auth: 'session',
    thing: 'order',
    namedBy: 'body',
    answers: ownOnly,
    body: (orderId) => ({ orderId }),
  },
  'POST /api/store/payments/cardgw/webhook': { auth: 'signed', answers: 401, body: () => ({}) },
  'POST /api/store/payments/credit': {
    auth: 'session',
    thing: 'order',
    namedBy: 'body',
    answers: ownOnly,
    body: (orderId) => ({ orderId }),
  },
  'GET /api/store/payments/{orderId}/status': {
    auth: 'session',
    thing: 'order',
    namedBy: { param: 'orderId' },
    answers: ownOnly,
    forAdmins: anybodys,
  },
  'GET /api/store/delivery-estimates': { auth: 'public', query: { vendorIds: 'vnd_platform' }, answers: 200 },
  'GET /api/store/price-range': { auth: 'public', answers: 200 },
  'GET /api/store/products': { auth: 'optional', answers: 200 },
  'POST /api/store/products': {
    auth: 'session',
    sellersOnly: true,
    answers: 201,
    body: () => ({ title: 'A lamp', priceMinor: 10_000, categories: ['cat_test'] }),
  },
  // The order is missing, so that it belongs to no seller; tests/api/vendor-orders.test.ts tries those that do.
  'GET /api/vendor/orders': { auth: 'session', sellersOnly: true, answers: 200 },
  'GET /api/vendor/orders/{id}': soldOrder,
  'POST /api/vendor/orders/{id}/cancel-request': { ...soldOrder, body: () => ({ accept: true }) },
  'POST /api/vendor/orders/{id}/downloads/reset': soldOrder,
  'POST /api/vendor/orders/{id}/refuse': { ...soldOrder, body: () => ({ code: 'other', reason: 'Broken' }) },
  'POST /api/vendor/orders/{id}/ship': soldOrder,
  'POST /api/vendor/orders/{id}/start': soldOrder,
  ...sellersProducts,
  // Administrators without a shop edit the options of the house alone.
  'GET /api/vendor/deliveries': { auth: 'session', sellersOnly: true, answers: 200 },
  'POST /api/vendor/deliveries': { auth: 'session', sellersOnly: true, answers: 201, body: () => testDelivery },
  'PATCH /api/vendor/deliveries/{id}': {
    auth: 'session',
    sellersOnly: true,
    thing: 'delivery',
    answers: ownOnly,
    forAdmins: { own: 404, other: 404, missing: 404 },
    body: () => ({ maxDays: 9 }),
  },
  'DELETE /api/vendor/deliveries/{id}': {
    auth: 'session',
    sellersOnly: true,
    thing: 'delivery',
    answers: ownOnly,
    forAdmins: { own: 404, other: 404, missing: 404 },
  },
  // Nobody has entered a fresh code.
  'POST /api/vendor/payout-account': {
    auth: 'session',
    answers: 403,
    forSellers: 403,
    refusedBeforeBody: true,
    body: () => ({ iban: 'UA213223130000026007233566001', accountHolder: 'Olena Koval' }),
  },
  'DELETE /api/vendor/payout-account': { auth: 'session', answers: 403, forSellers: 409 },
  'GET /api/vendor/profile': { auth: 'session', answers: 403, forSellers: 200 },
  'PATCH /api/vendor/profile': {
    auth: 'session',
    answers: 403,
    forSellers: 200,
    refusedBeforeBody: true,
    body: () => ({ about: 'We bind books' }),
  },
  // The bytes of the form are no picture. Those who have neither a shop nor a purchase learn only that.
  'POST /api/media': {
    auth: 'session',
    answers: 403,
    refusedBeforeBody: true,
    forSellers: 415,
    forAdmins: { own: 415, other: 415, missing: 415 },
    forRestricted: 403,
    body: () => ({ file: 'hello' }),
  },
  'GET /api/media/{id}': { auth: 'optional', thing: 'public-picture', answers: anybodys },
  'DELETE /api/media/{id}': {
    auth: 'session',
    thing: 'picture',
    answers: ownOnly,
    forAdmins: anybodys,
    forRestricted: 403,
  },
  // Each seller reads their own sales; the call names no vendor.
  'GET /api/vendor/sales.csv': { auth: 'session', answers: 403, forSellers: 200, forAdmins: 200 },
  'GET /api/vendor/settlements.csv': { auth: 'session', answers: 403, forSellers: 200 },
  'GET /pay/return': { auth: 'public', answers: 303 },
  'POST /pay/return': { auth: 'public', answers: 303 },
};
