/** Fits a picture into a square of this many pixels, and never enlarges it: a box that is right before it has come. */
export function pictureBox(width: number, height: number, most: number): { width: number; height: number } {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
