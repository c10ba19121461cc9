export type RemoteImage = { readonly type: string; readonly bytes: Uint8Array };

/** Pictures from addresses that others have given. */
export interface RemoteImages {
  /**
   * Fetches one picture by http or https from a public machine, with its type from its bytes: png, jpeg, gif, webp or
   * avif. Returns null for anything else: missing, too large, too slow, a redirect, a private address.
   */
  fetch(url: string, mostBytes: number, signal?: AbortSignal): Promise<RemoteImage | null>;
}

/** The texts of a shared product's picture. */
export type ProductCard = { readonly title: string; readonly maker: string };

/** Draws pictures in a worker thread. Throws ServiceUnavailable when too many wait or one takes too long. */
export interface PictureDrawer {
  /** Returns the picture as PNG. */
  draw(card: ProductCard): Promise<ArrayBuffer>;
  close(): Promise<void>;
}
