import type { Frame } from '#lib/tunnel/connections/frame.ts';

export type Merge = (frames: readonly Frame[]) => Buffer;

/**
 * Returns a function that merges frames into one message, one frame per line. It caches the last result, because a
 * burst is the same for many clients.
 */
export function openMerger(bytesOf: (text: string) => Buffer): Merge {
  let last: readonly Frame[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  return (frames) => {
    if (frames === last) return bytes;
    const isSame = frames.length === last.length && frames.every((frame, at) => frame === last[at]);
    if (!isSame) bytes = bytesOf(textOf(frames));
    last = frames;
    return bytes;
  };
}

function textOf(frames: readonly Frame[]): string {
  const [only] = frames;
  return only && frames.length === 1 ? only.text : frames.map(({ text }) => text).join('\n');
}
