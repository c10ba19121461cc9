import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import { auditOnce } from '#lib/audit/audit.ts';
import { Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import type { UserContext } from '#lib/context/context.ts';
import { messagesAround, type NearbyMessage } from '#lib/messaging/conversations/messages-around.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';

/** The number of messages before and after a reported one that a moderator reads. */
const BESIDE = 2;

type Shop = Pick<Vendor, 'name' | 'about' | 'country' | 'status' | 'slug'> & { readonly id: string };

/** What surrounds a reported thing, read live. */
export type CaseContext =
  | {
      readonly kind: 'messages';
      readonly messageId: string;
      readonly messages: readonly (NearbyMessage & { readonly senderName: string | null })[];
    }
  | {
      readonly kind: 'product';
      readonly product: Pick<Product, 'title' | 'description' | 'priceMinor' | 'currency' | 'status' | 'slug'>;
      readonly image: Product['images'][number] | null;
      readonly shop: Shop | null;
    }
  | {
      readonly kind: 'review';
      readonly review: Pick<
        Review,
        'rating' | 'title' | 'content' | 'images' | 'status' | 'pendingFor' | 'verifiedPurchase' | 'productId'
      >;
      readonly product: Pick<Product, 'title' | 'slug'> | null;
    }
  | { readonly kind: 'profile'; readonly profile: Pick<User, 'name' | 'handle' | 'bio'>; readonly shop: Shop | null }
  | { readonly kind: 'vendor'; readonly shop: Shop };

/**
 * Returns what surrounds the subject of a case: of a message or file the conversation beside it, of anything else what
 * its public page shows. Null when the subject is gone. Messages are private, so they are read only while the case is
 * open, and shown only with the reading on record, once per admin and case.
 */
export async function readContext(
  ctx: UserContext,
  { entityType, entityId, status }: ModerationCase,
): Promise<CaseContext | null> {
  if (entityType === 'profile') return ofProfile(ctx, entityId);
  if (entityType === 'product') return ofProduct(ctx, entityId);
  if (entityType === 'review') return ofReview(ctx, entityId);
  if (entityType === 'vendor') {
    const shop = await findShop(ctx, entityId);
    return shop && { kind: 'vendor', shop };
  }
  if (status !== 'open') return null;
  const context = await ofMessages(ctx, entityId);
  if (context) await auditOnce(ctx, { action: 'entity.context-read', targetType: entityType, targetId: entityId });
  return context;
}

async function ofMessages({ data }: UserContext, id: string): Promise<CaseContext | null> {
  const found = await messagesAround(data, id, BESIDE);
  if (!found) return null;
  const senderIds = [...new Set(found.messages.flatMap(({ senderId }) => senderId ?? []))];
  const senders = await data.getMany(Users, senderIds);
  const names = new Map(senders.flatMap((row) => (row ? [[row.id, row.data.name] as const] : [])));
  const messages = found.messages.map((said) => ({ ...said, senderName: names.get(said.senderId ?? '') || null }));
  return { kind: 'messages', messageId: found.messageId, messages };
}

async function ofProfile(ctx: UserContext, id: string): Promise<CaseContext | null> {
  const row = await ctx.data.get(Users, id);
  if (!row || row.data.status === 'deleted') return null;
  const { name, handle, bio, vendorId } = row.data;
  return {
    kind: 'profile',
    profile: { name, handle, bio },
    shop: vendorId === null ? null : await findShop(ctx, vendorId),
  };
}

async function ofProduct(ctx: UserContext, id: string): Promise<CaseContext | null> {
  const row = await ctx.data.get(Products, id);
  if (!row) return null;
  const { title, description, priceMinor, currency, status, slug, images, vendorId } = row.data;
  return {
    kind: 'product',
    product: { title, description, priceMinor, currency, status, slug },
    image: images[0] ?? null,
    shop: await findShop(ctx, vendorId),
  };
}

async function ofReview({ data }: UserContext, id: string): Promise<CaseContext | null> {
  const row = await data.get(Reviews, id);
  if (!row || row.data.status === 'removed') return null;
  const { rating, title, content, images, status, pendingFor, verifiedPurchase, productId } = row.data;
  const product = await data.get(Products, productId);
  return {
    kind: 'review',
    review: { rating, title, content, images, status, pendingFor, verifiedPurchase, productId },
    product: product ? { title: product.data.title, slug: product.data.slug } : null,
  };
}

async function findShop({ data }: UserContext, id: string): Promise<Shop | null> {
  const row = await data.get(Vendors, id);
  if (!row) return null;
  const { name, about, country, status, slug } = row.data;
  return { id, name, about, country, status, slug };
}
