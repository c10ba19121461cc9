import { describe, expect, it } from 'vitest';
import { FrameReader } from './frame-reader.ts';

/** Records what was read. */
class Notes extends FrameReader {
  readonly seen: string[] = [];
  protected tookText = (text: string) => void this.seen.push(`text ${text}`);
  protected tookBinary = () => void this.seen.push('binary');
  protected tookPing = (said: Buffer) => void this.seen.push(`ping ${said.toString()}`);
  protected tookPong = () => void this.seen.push('pong');
  protected tookClose = (code: number | null) => void this.seen.push(`close ${code}`);
  protected tookNonsense = (why: number) => void this.seen.push(`broken ${why}`);
}

const read = (...chunks: readonly Buffer[]): readonly string[] => {
  const notes = new Notes();
  for (const chunk of chunks) notes.read(Buffer.from(chunk));
  return notes.seen;
};

/** Returns a frame as a client sends it. `first` is its first byte: FIN and kind. */
function frame(first: number, said: string | Buffer, mask = [1, 2, 3, 250]): Buffer {
  const body = Buffer.from(said);
  const size = body.length < 126 ? [body.length] : [126, body.length >> 8, body.length & 255];
  const masked = body.map((byte, at) => byte ^ (mask[at & 3] ?? 0));
  return Buffer.concat([Buffer.from([first, 0x80 | (size[0] ?? 0), ...size.slice(1), ...mask]), masked]);
}
const text = (said: string) => frame(0x81, said);
const eight = (high: number, low: number) => {
  const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]);
  head.writeUInt32BE(high, 2);
  head.writeUInt32BE(low, 6);
  return head;
};

describe('FrameReader', () => {
  it('reads the same, wherever the network cuts it', () => {
    const long = 'й'.repeat(300);
    const sent = Buffer.concat([
      text('{"type":"pong"}'),
      frame(0x01, 'in th'),
      frame(0x89, 'there?'),
      frame(0x00, 'ree '),
      frame(0x80, 'parts'),
      text(long),
      text(''),
      frame(0x8a, ''),
      frame(0x82, 'x'),
      frame(0x88, Buffer.concat([Buffer.from([3, 232]), Buffer.from('bye')])),
    ]);
    const whole = [
      'text {"type":"pong"}',
      'ping there?',
      'text in three parts',
      `text ${long}`,
      'text ',
      'pong',
      'binary',
    ];

    for (let cut = 0; cut <= sent.length; cut += 1)
      expect(read(sent.subarray(0, cut), sent.subarray(cut)), `cut at ${cut}`).toEqual([...whole, 'close 1000']);
    expect(read(...[...sent].map((byte) => Buffer.from([byte])))).toEqual([...whole, 'close 1000']);
  });

  it.each([
    ['without a mask', Buffer.from([0x81, 0x01, 0x41]), 1002],
    ['with a reserved bit', frame(0xc1, 'x'), 1002],
    ['of no known kind', frame(0x83, 'x'), 1002],
    ['of no known kind of control', frame(0x8b, 'x'), 1002],
    ['that goes on with nothing', frame(0x80, 'x'), 1002],
    ['that begins anew within another', Buffer.concat([frame(0x01, 'a'), text('b')]), 1002],
    ['of control in parts', frame(0x09, 'x'), 1002],
    ['of control that is too long', frame(0x89, 'x'.repeat(126)), 1002],
    ['that closes with half a code', frame(0x88, 'x'), 1002],
    ['that closes with a code nobody may send', frame(0x88, Buffer.from([3, 237])), 1002],
    ['that closes with what is no text', frame(0x88, Buffer.from([3, 232, 0xff])), 1007],
    ['that is no text', frame(0x81, Buffer.from([0xc3, 0x28])), 1007],
    ['that is no text over its parts', Buffer.concat([frame(0x01, 'a'), frame(0x80, Buffer.from([0xc3]))]), 1007],
    ['larger than a message may be', frame(0x81, 'x'.repeat(16_385)), 1009],
    ['whose parts are larger together', Buffer.concat([frame(0x01, 'x'.repeat(16_384)), frame(0x80, 'x')]), 1009],
    ['that claims to be enormous', eight(0, 2 ** 31), 1009],
    ['that claims more than can be counted', eight(1, 0), 1009],
  ])('refuses a frame %s, and reads nothing behind it', (_, sent, code) => {
    expect(read(Buffer.concat([sent, text('behind')]), text('later'))).toEqual([`broken ${code}`]);
  });

  it('takes a message of the largest size, whole and in parts, also of nothing', () => {
    const most = 'x'.repeat(16_384);
    const empties = Array.from({ length: 2_000 }, () => frame(0x00, ''));

    expect(read(text(most))).toEqual([`text ${most}`]);
    expect(read(frame(0x01, most.slice(1)), ...empties, frame(0x80, 'x'))).toEqual([`text ${most}`]);
  });

  it('joins what is cut within a letter before it looks whether it is text', () => {
    const [one, two] = [Buffer.from([0xd0]), Buffer.from([0xb9])];

    expect(read(frame(0x01, one), frame(0x80, two))).toEqual(['text й']);
  });

  it('reads nothing after the close', () => {
    expect(read(Buffer.concat([frame(0x88, ''), text('behind')]))).toEqual(['close null']);
  });
});
