/** The marker of every delivery in any transport, followed by its time of publishing. It always has the same length. */
export const MARKER = Buffer.from('"t":1');
export const STAMP_DIGITS = 15;
const BASE = 10 ** STAMP_DIGITS;

/** Returns the microseconds of the clock that all processes of this machine share, as a number of sixteen digits. */
export const stampNow = (): number => BASE + Number(process.hrtime.bigint() / 1000n);

export const PAYLOAD_BYTES = 200;

/** Returns the payload of a publish: its stamp, and padding up to the size of a usual message. */
export function payloadOf(stamp: number): { readonly t: number; readonly pad: string } {
  const bare = JSON.stringify({ t: stamp, pad: '' }).length;
  return { t: stamp, pad: 'x'.repeat(PAYLOAD_BYTES - bare) };
}
