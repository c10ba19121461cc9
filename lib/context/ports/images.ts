/** A picture in the sizes it is stored in: WebP in sRGB, upright, without metadata. */
export type ProcessedImage = {
  /** The width and height of the largest size. */
  readonly width: number;
  readonly height: number;
  /** By their longest side, the smallest first. */
  readonly sizes: readonly { readonly px: number; readonly bytes: Uint8Array }[];
};

/** Reads pictures that others have uploaded: JPEG, PNG and WebP, nothing else. */
export interface Images {
  /**
   * Decodes the first frame strictly and encodes it for each longest side, never enlarged. Two pictures at a time per
   * process. Throws BrokenImage for a picture that cannot be read in 10 s, ImageSize for one outside the limits, and Busy
   * when two others are still being read after 10 s.
   */
  process(bytes: Uint8Array, sides: readonly number[]): Promise<ProcessedImage>;
  close(): Promise<void>;
}

/** The limits of a picture's sides and of its pixels, checked before it is decoded. */
export const imageLimits = { leastSide: 32, mostSide: 12_000, mostPixels: 40_000_000 } as const;

/** Returns whether a picture of this size is accepted. */
export const isImageSizeAllowed = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  Math.min(width, height) >= imageLimits.leastSide &&
  Math.max(width, height) <= imageLimits.mostSide &&
  width * height <= imageLimits.mostPixels;
