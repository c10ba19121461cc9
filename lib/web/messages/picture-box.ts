/**
 * Fits a picture into a square of this many pixels and never enlarges it. The box has the right size before the
 * picture is loaded.
 */
export function pictureBox(width: number, height: number, most: number): { width: number; height: number } {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
