export type RemoteImage = { readonly type: string; readonly bytes: Uint8Array };

/** Pictures from addresses that others have named. */
export interface RemoteImages {
  /**
   * One picture by http or https from a public machine, with its type as its bytes say: png, jpeg, gif, webp or avif.
   * Null for anything else: none there, too large, too slow, a redirect, an address inside.
   */
  fetch(url: string, mostBytes: number, signal?: AbortSignal): Promise<RemoteImage | null>;
}
