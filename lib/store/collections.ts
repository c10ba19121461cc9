import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { collection } from '#lib/data/collection.ts';
import { upgradeOrder } from './parts/part-rows.ts';
import { userAddress } from './schemas/address.ts';
import { cart } from './schemas/cart.ts';
import { category, categorySlug } from './schemas/category.ts';
import { family } from './schemas/family.ts';
import { mediaFile, mediaUse } from './schemas/media.ts';
import { order, orderEvent } from './schemas/order.ts';
import { orderMail } from './schemas/order-mail.ts';
import { product } from './schemas/product.ts';
import { productDay, vendorDay } from './schemas/sales.ts';
import { stockHold, stockLevel, stockMovement, stockShard } from './schemas/stock.ts';
import { storeAudit } from './schemas/store-audit.ts';
import { vendor, vendorMail, vendorSlug } from './schemas/vendor.ts';
import { vendorDelivery } from './schemas/vendor-delivery.ts';

export const Products = collection('products', {
  label: 'Product',
  schema: product,
  indexes: [
    ['createdAt desc'],
    ['vendorId', 'createdAt desc'],
    ['vendorId', 'updatedAt desc'],
    ['vendorId', 'status', 'updatedAt desc'],
    ['vendorId', 'sold30d desc'],
    ['categoryIds[]', 'createdAt desc'],
    ['familyId'],
    ['status'],
  ],
  version: 3,
  migrate: (product) => ({
    fileIds: [],
    familyId: null,
    optionValues: [],
    blockedReason: null,
    publishedAt: product.status === 'draft' ? null : product.createdAt,
    ...product,
  }),
});

/** Products of one vendor that differ only by their options. Each member also names its family. */
export const ProductFamilies = collection('product_families', {
  label: 'Family of products',
  schema: family,
  indexes: [['vendorId', 'updatedAt desc']],
});

/** Claims a seller's article number. The id is a hash of vendor and number. */
export const ProductSkus = collection('product_skus', {
  label: 'Article number',
  schema: z.object({ productId: idText, createdAt: isoTime }),
  indexes: [],
});

export const Categories = collection('categories', {
  label: 'Category',
  schema: category,
  indexes: [['position']],
  version: 2,
  migrate: (row) => ({ movedInto: null, version: 1, ...row }),
});

export const CategorySlugs = collection('category_slugs', {
  label: 'Slug of a category',
  schema: categorySlug,
  indexes: [['categoryId']],
});

export const Vendors = collection('vendors', {
  label: 'Vendor',
  schema: vendor,
  indexes: [['slug'], ['status', 'createdAt desc'], ['ownerId']],
});

/** Claims the address of a vendor. Former addresses stay claimed. The id is the slug. */
export const VendorSlugs = collection('vendor_slugs', {
  label: 'Address of a seller',
  schema: vendorSlug,
  indexes: [],
});

/** Uploaded pictures. A row is created before its bytes and deleted after them, so all bytes have a row. */
export const MediaFiles = collection('media_files', {
  label: 'File',
  schema: mediaFile,
  indexes: [
    ['vendorId', 'sha256'],
    ['state', 'expiresAt'],
    ['uploadedBy', 'use', 'state'],
  ],
});

/** The storage used by the pictures and files of each vendor. */
export const MediaUse = collection('media_use', {
  label: 'Use of media',
  schema: mediaUse,
  indexes: [],
});

/** The mails to sellers about their bank account, from the first attempt. The id is a hash of change and address. */
export const VendorMails = collection('vendor_mails', {
  label: 'Mail to a seller',
  schema: vendorMail,
  indexes: [],
});

/** The ways in which vendors deliver. */
export const VendorDeliveries = collection('vendor_deliveries', {
  label: 'Delivery option',
  schema: vendorDelivery,
  indexes: [['vendorId', 'position']],
});

export const StockLevels = collection('stock_levels', {
  label: 'Stock of product',
  schema: stockLevel,
  optimistic: true,
  indexes: [['updatedAt desc']],
});

/** The parts of a hot product's stock. The id is a hash of product and number. */
export const StockShards = collection('stock_shards', {
  label: 'Stock shard',
  schema: stockShard,
  optimistic: true,
  indexes: [['n'], ['updatedAt desc']],
});

export const StockHolds = collection('stock_holds', {
  label: 'Hold',
  schema: stockHold,
  indexes: [
    ['productId', 'state', 'expiresAt'],
    ['productId', 'state', 'qty'],
    ['orderId'],
    ['userId', 'state'],
    ['state', 'expiresAt'],
    ['updatedAt'],
  ],
});

export const StockMovements = collection('stock_moves', {
  label: 'Stock move',
  schema: stockMovement,
  indexes: [['productId', 'at'], ['productId', 'at desc'], ['productId', 'delta'], ['at']],
});

export const Carts = collection('carts', {
  label: 'Cart',
  schema: cart,
  indexes: [['updatedAt']],
});

/** The address books. A user has at most twenty addresses. */
export const UserAddresses = collection('user_addresses', {
  label: 'Address',
  schema: userAddress,
  indexes: [['userId']],
});

export const Orders = collection('orders', {
  label: 'Order',
  schema: order,
  indexes: [
    ['userId', 'createdAt desc'],
    ['userId', 'status', 'createdAt desc'],
    ['userId', 'paidAt'],
    ['vendorIds[]', 'createdAt desc'],
    ['partKeys[]', 'paidAt desc'],
    ['nextPartDueAt'],
    ['status', 'createdAt desc'],
    ['payState', 'status', 'createdAt desc'],
    ['status', 'holdExpiresAt'],
    ['status', 'statusAt'],
    ['documentNumber', 'paidAt'],
    ['createdAt desc'],
    ['updatedAt'],
  ],
  version: 4,
  migrate: upgradeOrder,
});

/**
 * The latest order created from a payment request. The id is that of the message. An order canceled unpaid blocks no
 * other.
 */
export const RequestOrders = collection('request_orders', {
  label: 'Order of a payment request',
  schema: z.object({ orderId: idText, userId: idText }),
  indexes: [],
});

/** Claims a public order number. The id is the number. */
export const OrderNumbers = collection('order_numbers', {
  label: 'Order number',
  schema: z.object({ orderId: idText, createdAt: isoTime }),
  indexes: [],
});

export const OrderEvents = collection('order_events', {
  label: 'Order event',
  schema: orderEvent,
  indexes: [['orderId', 'rev'], ['at']],
});

/** The mails about orders, from the first attempt to send. The id is a hash of order, kind and seller. */
export const OrderMails = collection('order_mails', {
  label: 'Mail about an order',
  schema: orderMail,
  indexes: [['orderId']],
});

/** The last number of each gapless series: `document-2026`. */
export const SerialCounters = collection('counters', {
  label: 'Counter',
  schema: z.object({ last: z.int().min(1) }),
  indexes: [],
});

/** The response to a call with an Idempotency-Key. The id is a hash of purpose, user and key. */
export const IdempotencyRows = collection('idempotency', {
  label: 'Idempotency row',
  schema: z.object({
    userId: idText,
    bodyHash: z.string(),
    orderId: idText.nullable(),
    statusCode: z.int(),
    /** The response as JSON text. */
    body: z.string(),
    createdAt: isoTime,
    expiresAt: isoTime,
  }),
  indexes: [['userId']],
  ttl: 'expiresAt',
});

/** What products sold, by UTC day. The id is a hash of product and day. */
export const ProductDays = collection('product_days', {
  label: 'Sales of a product',
  schema: productDay,
  indexes: [['date'], ['productId', 'date'], ['vendorId', 'date']],
  ttl: 'expiresAt',
});

/** What vendors sold, by UTC day. The id is a hash of vendor and day. */
export const VendorDays = collection('vendor_days', {
  label: 'Sales of a vendor',
  schema: vendorDay,
  indexes: [],
  ttl: 'expiresAt',
});

/** Marks an order whose sale is counted. The id is that of the order. */
export const CountedSales = collection('counted_sales', {
  label: 'Counted sale',
  schema: z.object({ countedAt: isoTime, expiresAt: isoTime }),
  indexes: [],
  ttl: 'expiresAt',
});

/** The findings of the auditor, run by run. Nothing repairs them. */
export const StoreAudits = collection('store_audits', {
  label: 'Store audit',
  schema: storeAudit,
  indexes: [['startedAt desc'], ['finishedAt desc']],
});
