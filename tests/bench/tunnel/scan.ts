import { MARKER, STAMP_DIGITS } from './stamp.ts';

const ZERO = 48;

/** Finds the deliveries in the bytes of one socket, even if they arrive in two pieces. */
export class Scan {
  #rest: Buffer | null = null;

  /** Calls back with the stamp of every delivery, in microseconds. The caller may reuse `bytes` afterwards. */
  read(bytes: Buffer, found: (stampUs: number) => void): void {
    const text = this.#rest ? Buffer.concat([this.#rest, bytes]) : bytes;
    this.#rest = null;
    let at = text.indexOf(MARKER);
    let end = 0;
    for (; at !== -1; at = text.indexOf(MARKER, end)) {
      end = at + MARKER.length + STAMP_DIGITS;
      if (end > text.length) {
        this.#rest = Buffer.from(text.subarray(at));
        return;
      }
      found(digits(text, at + MARKER.length, end));
    }
    // The bytes may end with the beginning of a marker.
    for (let length = Math.min(MARKER.length - 1, text.length - end); length > 0; length -= 1)
      if (MARKER.subarray(0, length).equals(text.subarray(text.length - length))) {
        this.#rest = Buffer.from(text.subarray(text.length - length));
        return;
      }
  }
}

function digits(text: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + (text[at] ?? ZERO) - ZERO;
  return value;
}
