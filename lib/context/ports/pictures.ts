export type RemoteImage = { readonly type: string; readonly bytes: Uint8Array };

/** Pictures from addresses that others have named. */
export interface RemoteImages {
  /**
   * One picture by http or https from a public machine, with its type as its bytes say: png, jpeg, gif, webp or avif.
   * Null for anything else: none there, too large, too slow, a redirect, an address inside.
   */
  fetch(url: string, mostBytes: number, signal?: AbortSignal): Promise<RemoteImage | null>;
}

/** What the picture of a shared product shows. */
export type ProductCard = { readonly title: string; readonly maker: string };

/** Draws pictures in a worker thread. Throws ServiceUnavailable where too many wait, or one takes too long. */
export interface PictureDrawer {
  /** As PNG. */
  draw(card: ProductCard): Promise<ArrayBuffer>;
  close(): Promise<void>;
}
