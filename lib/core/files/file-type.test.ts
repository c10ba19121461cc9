import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileTypeOf, mayShow, UNKNOWN_TYPE } from './file-type.ts';

const bytesOf = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  );
const picture = (width = 37, height = 11) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 9, alpha: 0.5 } } });

describe('the type of a file', () => {
  it.each([
    ['image/png', () => picture().png()],
    ['image/jpeg', () => picture().flatten().jpeg({ progressive: true })],
    ['image/gif', () => picture().gif()],
    ['image/webp', () => picture().webp()],
    ['image/webp', () => picture().webp({ lossless: true })],
    ['image/webp', () => picture().flatten().webp()],
    ['image/avif', () => picture().avif({ effort: 0 })],
  ])('is detected as %s from its bytes, together with the size of the picture', async (mimeType, make) => {
    const bytes = new Uint8Array(await make().toBuffer());

    expect(fileTypeOf(bytes)).toEqual({ mimeType, kind: 'image', width: 37, height: 11 });
    expect(mayShow(mimeType)).toBe(true);
  });

  it.each([
    [1, 37, 11],
    [3, 37, 11],
    [6, 11, 37],
    [8, 11, 37],
  ])(
    'includes the displayed width and height of a picture with EXIF orientation %i',
    async (orientation, width, height) => {
      const bytes = await picture().flatten().withMetadata({ orientation }).jpeg().toBuffer();

      expect(fileTypeOf(new Uint8Array(bytes))).toMatchObject({ width, height });
    },
  );

  const ftyp = (brand: string, ...others: readonly string[]) =>
    bytesOf([0, 0, 0, 16 + others.length * 4], 'ftyp', brand, [0, 0, 2, 0], ...others, 'moov'.repeat(8));
  const ogg = (codec: string) =>
    bytesOf(
      'OggS',
      Array.from({ length: 24 }, () => 0),
      codec,
      'x'.repeat(40),
    );
  it.each<[string, string, Uint8Array]>([
    ['application/pdf', 'file', bytesOf('%PDF-1.7\n')],
    ['audio/mpeg', 'audio', bytesOf('ID3\u0004', [0, 0, 0])],
    ['audio/mpeg', 'audio', bytesOf([0xff, 0xfb, 0x90, 0x64])],
    ['audio/ogg', 'audio', ogg('OpusHead')],
    ['video/ogg', 'video', ogg('\u0080theora')],
    ['video/webm', 'video', bytesOf([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84], 'webm')],
    ['video/mp4', 'video', ftyp('isom', 'iso2', 'mp41')],
    ['video/mp4', 'video', ftyp('mp42')],
    ['audio/mp4', 'audio', ftyp('M4A ', 'isom')],
  ])('is detected as %s of the kind %s', (mimeType, kind, bytes) => {
    expect(fileTypeOf(bytes)).toEqual({ mimeType, kind });
    expect(mayShow(mimeType)).toBe(true);
  });

  const box = (name: string, ...inside: readonly Uint8Array[]) => {
    const length = inside.reduce((sum, { byteLength }) => sum + byteLength, 8);
    return bytesOf(
      [length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255],
      name,
      ...inside.map((part) => [...part]),
    );
  };
  const avif = (boxes: number) => {
    const size = box('ispe', bytesOf([0, 0, 0, 0, 0, 0, 0, 37, 0, 0, 0, 11]));
    const free = Array.from({ length: boxes }, () => box('free'));
    return bytesOf(
      [...box('ftyp', bytesOf('avif', [0, 0, 0, 0]))],
      [...box('meta', bytesOf([0, 0, 0, 0]), box('iprp', box('ipco', ...free, size)))],
    );
  };
  const jpeg = (segments: number) =>
    bytesOf([0xff, 0xd8], Array.from({ length: segments }, () => [0xff, 0xe0, 0, 2]).flat(), [
      ...[0xff, 0xc0, 0, 11, 8, 0, 11, 0, 37, 1, 1, 0x11, 0],
    ]);
  it.each([
    ['avif', avif],
    ['jpeg', jpeg],
  ])('is detected only within the first 2,000 boxes or segments: %s', (_, make) => {
    expect(fileTypeOf(make(1_000))).toMatchObject({ kind: 'image', width: 37, height: 11 });
    expect(fileTypeOf(make(2_001))).toEqual({ mimeType: UNKNOWN_TYPE, kind: 'file' });
  });

  it.each<[string, Uint8Array]>([
    ['no bytes', new Uint8Array()],
    ['text', bytesOf('hello')],
    ['html', bytesOf('<!doctype html><script>alert(1)</script>')],
    ['html after a byte order mark', bytesOf([0xef, 0xbb, 0xbf], '<html>')],
    ['html after white space', bytesOf('\n \t<html>')],
    ['html in UTF-16', bytesOf([0xff, 0xfe], '<\0h\0t\0m\0l\0>\0')],
    ['svg', bytesOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['xml', bytesOf('<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?>')],
    ['a script', bytesOf('alert(1)//')],
    ['html followed by pdf', bytesOf('<script>1</script>%PDF-1.7')],
    ['gif with no size', bytesOf('GIF89a', [0, 0, 0, 0])],
    ['png without its header', bytesOf([0x89], 'PNG\r\n\u001a\n<script>alert(1)</script>'.padEnd(60))],
    ['jpeg without a frame', bytesOf([0xff, 0xd8, 0xff], '/*<script>alert(1)</script>*/'.padEnd(60))],
    ['webp without an image', bytesOf('RIFF', [1, 0, 0, 0], 'WEBPjunk'.padEnd(40))],
    ['avif without an image', ftyp('avif', 'mif1')],
    ['riff of another format', bytesOf('RIFF', [1, 0, 0, 0], 'WAVEfmt ')],
    ['quicktime', ftyp('qt  ', 'isom')],
    ['matroska', bytesOf([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x88], 'matroska')],
    ['zip', bytesOf('PK\u0003\u0004')],
    ['a program', bytesOf([0x4d, 0x5a, 0x90, 0])],
    ['mpeg audio with an invalid bit rate', bytesOf([0xff, 0xfb, 0xf0, 0])],
    [
      'an exif table that points past the end of the file',
      bytesOf([0xff, 0xd8, 0xff, 0xe1, 0, 16], 'Exif\0\0MM', [0, 42, 255, 255, 255, 255]),
    ],
  ])('is unknown, and not shown inline, for %s', (_, bytes) => {
    expect(fileTypeOf(bytes)).toEqual({ mimeType: UNKNOWN_TYPE, kind: 'file' });
    expect(mayShow(UNKNOWN_TYPE)).toBe(false);
  });

  it('is determined without an exception for a file truncated at any of its first 400 bytes', async () => {
    const whole = await Promise.all(
      [picture().png(), picture().avif({ effort: 0 }), picture().flatten().jpeg(), picture().webp()].map((one) =>
        one.toBuffer(),
      ),
    );
    for (const bytes of whole)
      for (let end = 0; end < Math.min(400, bytes.length); end++)
        expect(() => fileTypeOf(new Uint8Array(bytes.subarray(0, end)))).not.toThrow();
  });

  it.each(['image/svg+xml', 'text/html', 'text/xml', 'application/xhtml+xml', 'text/plain', ''])(
    'is never shown inline when it is %s',
    (type) => {
      expect(mayShow(type)).toBe(false);
    },
  );
});
