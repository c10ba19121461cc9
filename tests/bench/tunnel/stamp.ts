/** Found in every delivery, however its transport wraps it: the moment of its publishing, always of the same length. */
export const MARKER = Buffer.from('"t":1');
export const STAMP_DIGITS = 15;
const BASE = 10 ** STAMP_DIGITS;

/** Microseconds of the clock that all processes of this machine share, as a number of sixteen digits. */
export const stampNow = (): number => BASE + Number(process.hrtime.bigint() / 1000n);

export const PAYLOAD_BYTES = 200;

/** What each publish carries: its stamp, and filling up to the size of a usual message. */
export function payloadOf(stamp: number): { readonly t: number; readonly pad: string } {
  const bare = JSON.stringify({ t: stamp, pad: '' }).length;
  return { t: stamp, pad: 'x'.repeat(PAYLOAD_BYTES - bare) };
}
