import type { ShopDelivery } from '#lib/store/vendors/shops.ts';

/** A variant of a product with its price and stock. */
export type PageVariant = {
  readonly productId: string;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly priceMinor: number;
  readonly available: number;
};

/** Everything the agent knows: what a product's page shows to everybody, in one language and currency. */
export type AgentPage = {
  readonly product: {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly fulfilment: 'physical' | 'digital';
    readonly attributes: readonly {
      readonly name: string;
      readonly value: string;
      readonly unit?: string | undefined;
    }[];
    readonly priceMinor: number;
    readonly compareAtMinor: number | null;
    readonly currency: string;
    /** At most 99, as the page shows it. */
    readonly available: number;
    readonly sku: string | null;
    /** The names of its categories, from the top level down. */
    readonly categories: readonly string[];
    readonly options: readonly { readonly name: string; readonly value: string }[];
  };
  readonly rating: { readonly average: number | null; readonly count: number };
  readonly seller: {
    readonly name: string;
    readonly country: string;
    readonly deliveryNote: string;
    readonly returnsNote: string;
    /** Whether the delivery may be arranged with the seller. */
    readonly arrangeAllowed: boolean;
    /** The shop itself, which is asked by mail. */
    readonly isHouse: boolean;
  };
  readonly deliveries: readonly ShopDelivery[];
  /** The listed members of its family, itself included. Empty for a single product. */
  readonly variants: readonly PageVariant[];
};
