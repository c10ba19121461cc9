import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** What a hostile file ends in: the code of its refusal, or `clean`, a picture with nothing of it but pixels. */
export type Outcome = 'NotAnImage' | 'ImageSize' | 'BrokenImage' | 'clean';
/** The status of the answer to each outcome. */
export const statusOfOutcome = { NotAnImage: 415, ImageSize: 400, BrokenImage: 400, clean: 201 } as const;
export type HostilePicture = { readonly name: string; readonly outcome: Outcome; readonly bytes: Uint8Array };

/** Every piece of metadata and every appended file carries this text. No stored byte may. */
export const MARK = 'HOSTILE-MARK';
const script = `<script>alert('${MARK}')</script>`;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
function header(width: number, height: number, depth = 8, colour = 2, interlace = 0): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, interlace], 8);
  return chunk('IHDR', data);
}
const rows = (width: number, height: number, bytesPerPixel = 3) => Buffer.alloc(height * (width * bytesPerPixel + 1));
const png = (...chunks: readonly Uint8Array[]) => Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
const idat = (data: Uint8Array) => chunk('IDAT', deflateSync(data));
const wholePng = (...extra: readonly Uint8Array[]) => png(header(64, 64), ...extra, idat(rows(64, 64)));

const segment = (marker: number, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.byteLength + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
};
const intoJpeg = (jpeg: Buffer, ...segments: readonly Uint8Array[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
/** Replaces the height in the frame header. */
function taller(jpeg: Buffer, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  for (let at = 2; at < copy.byteLength; at += 2 + copy.readUInt16BE(at + 2))
    if ([0xc0, 0xc2].includes(copy[at + 1] ?? 0)) {
      copy.writeUInt16BE(height, at + 5);
      return copy;
    }
  throw new Error('no frame');
}
const latin = (text: string) => Buffer.from(text, 'latin1');
const half = (bytes: Buffer) => bytes.subarray(0, bytes.byteLength >> 1);
const garbage = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 7919 + 13) & 0xff));

const photo = (width = 400, height = 300) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 120, g: 60, b: 200 },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

/** Returns the hostile files. Each is made anew, so that none of them lies in the repository. */
export async function hostilePictures(): Promise<readonly HostilePicture[]> {
  const jpeg = await photo().jpeg().toBuffer();
  const progressive = await photo().jpeg({ progressive: true }).toBuffer();
  const webp = await photo().webp().toBuffer();
  const frames = await sharp([await photo(64, 64).png().toBuffer(), await photo(64, 64).png().toBuffer()], {
    join: { animated: true },
  })
    .webp({ loop: 0, delay: [1, 1] })
    .toBuffer();
  const list: readonly (readonly [string, Outcome, Uint8Array])[] = [
    ['an empty file', 'NotAnImage', Buffer.alloc(0)],
    ['a text', 'NotAnImage', latin('hello')],
    [
      'an SVG with a script',
      'NotAnImage',
      latin(`<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99">${script}</svg>`),
    ],
    [
      'an SVG behind white space and a byte order mark',
      'NotAnImage',
      Buffer.from(`\ufeff \n<?xml version="1.0"?><svg/>${script}`),
    ],
    [
      'an SVG that reads a local file',
      'NotAnImage',
      latin('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    ],
    ['HTML', 'NotAnImage', latin(`<!doctype html>${script}`)],
    ['a PDF', 'NotAnImage', latin('%PDF-1.7\n')],
    ['PostScript', 'NotAnImage', latin('%!PS-Adobe-3.0 EPSF-3.0\n')],
    [
      'a drawing script of an image tool',
      'NotAnImage',
      latin("push graphic-context\nviewbox 0 0 64 64\nimage over 0,0 0,0 'https://evil.test/x'\npop graphic-context"),
    ],
    ['a GIF', 'NotAnImage', await photo(64, 64).gif().toBuffer()],
    ['an AVIF', 'NotAnImage', await photo(64, 64).avif({ effort: 0 }).toBuffer()],
    ['a TIFF', 'NotAnImage', await photo(64, 64).tiff().toBuffer()],
    ['a HEIC header', 'NotAnImage', Buffer.concat([Buffer.from('00000018', 'hex'), latin('ftypheic\0\0\0\0mif1heic')])],
    ['a bitmap', 'NotAnImage', Buffer.concat([latin('BM'), Buffer.alloc(60, 1)])],
    ['an icon', 'NotAnImage', Buffer.from('00000100010020200000010020000000', 'hex')],
    ['a ZIP', 'NotAnImage', latin('PK\u0003\u0004')],
    ['a PNG behind one byte', 'NotAnImage', Buffer.concat([Buffer.alloc(1), wholePng()])],
    ['a RIFF file that is a sound', 'NotAnImage', Buffer.concat([latin('RIFF\x24\0\0\0WAVE'), Buffer.alloc(64)])],

    ['a PNG bomb of 400 megapixels', 'ImageSize', png(header(20_000, 20_000), idat(Buffer.alloc(60_001)))],
    ['a PNG of 144 megapixels', 'ImageSize', png(header(12_000, 12_000), idat(Buffer.alloc(36_001)))],
    ['a PNG with a side of four billion', 'BrokenImage', png(header(0xffff_ffff, 64), idat(Buffer.alloc(64)))],
    ['a PNG of one pixel', 'ImageSize', png(header(1, 1), idat(rows(1, 1)))],
    ['a JPEG line', 'ImageSize', await photo(400, 31).jpeg().toBuffer()],
    ['a JPEG of 65,000 lines', 'ImageSize', taller(jpeg, 65_000)],

    ['half a JPEG', 'BrokenImage', half(jpeg)],
    ['half a progressive JPEG', 'BrokenImage', half(progressive)],
    ['half a PNG', 'BrokenImage', half(await photo().png().toBuffer())],
    ['half a WebP', 'BrokenImage', half(webp)],
    ['a JPEG that claims more lines than it has', 'BrokenImage', taller(jpeg, 3_000)],
    ['a JPEG head before HTML', 'BrokenImage', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), latin(script)])],
    [
      'a JPEG with two thousand segments before its size',
      'BrokenImage',
      intoJpeg(jpeg, ...Array.from({ length: 2_001 }, () => segment(0xfe, latin('x')))),
    ],
    ['a PNG signature before garbage', 'BrokenImage', Buffer.concat([SIGNATURE, garbage(500)])],
    [
      'a PNG that claims 36 megapixels and holds one line',
      'BrokenImage',
      png(header(6_000, 6_000), idat(Buffer.alloc(18_001))),
    ],
    ['a PNG without pixels', 'BrokenImage', png(header(64, 64))],
    [
      'a PNG with a wrong checksum',
      'BrokenImage',
      (() => {
        const bytes = wholePng();
        bytes[29] = (bytes[29] ?? 0) ^ 1;
        return bytes;
      })(),
    ],
    ['a PNG of a colour type that does not exist', 'BrokenImage', png(header(64, 64, 8, 5), idat(rows(64, 64)))],
    ['a WebP head before garbage', 'BrokenImage', Buffer.concat([webp.subarray(0, 30), garbage(600)])],

    ['a JPEG with HTML at its end', 'clean', Buffer.concat([jpeg, latin(script)])],
    ['a JPEG with a ZIP at its end', 'clean', Buffer.concat([jpeg, latin(`PK\u0003\u0004${MARK}`), garbage(300)])],
    ['a PNG with HTML at its end', 'clean', Buffer.concat([wholePng(), latin(script)])],
    ['a WebP with HTML at its end', 'clean', Buffer.concat([webp, latin(script)])],
    ['a JPEG with a script in its comment', 'clean', intoJpeg(jpeg, segment(0xfe, latin(script)))],
    [
      'a JPEG with a script and a place in its Exif',
      'clean',
      await photo()
        .withExif({
          IFD0: { ImageDescription: script, Make: MARK },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 27/1 0/1' },
        })
        .jpeg()
        .toBuffer(),
    ],
    [
      'a JPEG with an entity in its XMP',
      'clean',
      intoJpeg(
        jpeg,
        segment(
          0xe1,
          latin(
            `http://ns.adobe.com/xap/1.0/\0<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x:xmpmeta>${MARK}&a;</x:xmpmeta>`,
          ),
        ),
      ),
    ],
    [
      'a JPEG with an Exif that points outside itself',
      'clean',
      intoJpeg(jpeg, segment(0xe1, latin('Exif\0\0MM\0*\xff\xff\xff\xf0'))),
    ],
    [
      'a JPEG with a broken colour profile',
      'clean',
      intoJpeg(jpeg, segment(0xe2, Buffer.concat([latin('ICC_PROFILE\0\x01\x01'), latin(MARK), garbage(900)]))),
    ],
    [
      'a PNG with scripts in its texts',
      'clean',
      wholePng(chunk('tEXt', latin(`Comment\0${script}`)), chunk('iTXt', latin(`XML:com.adobe.xmp\0\0\0\0\0${MARK}`))),
    ],
    [
      'a PNG with a text that unfolds to 60 MB',
      'clean',
      wholePng(chunk('zTXt', Buffer.concat([latin('Comment\0\0'), deflateSync(Buffer.alloc(60_000_000, 'a'))]))),
    ],
    [
      'a PNG with a colour profile that unfolds to 60 MB',
      'clean',
      wholePng(chunk('iCCP', Buffer.concat([latin('x\0\0'), deflateSync(Buffer.alloc(60_000_000, 'a'))]))),
    ],
    [
      'a PNG whose pixels unfold to far more than it states',
      'clean',
      png(header(64, 64), idat(Buffer.alloc(60_000_000))),
    ],
    ['an animated PNG', 'clean', wholePng(chunk('acTL', Buffer.from('0000000200000000', 'hex')))],
    ['an animated WebP', 'clean', frames],
    ['a PNG with 16 bits', 'clean', png(header(64, 64, 16, 6), idat(rows(64, 64, 8)))],
    ['a JPEG in CMYK', 'clean', await photo().toColourspace('cmyk').jpeg().toBuffer()],
    ['a grey JPEG', 'clean', await photo().greyscale().jpeg().toBuffer()],
    ['a PNG with a palette', 'clean', await photo().png({ palette: true }).toBuffer()],
    [
      'a WebP with Exif and a colour profile',
      'clean',
      await photo()
        .withExif({ IFD0: { Copyright: MARK } })
        .withIccProfile('p3')
        .webp()
        .toBuffer(),
    ],
    ['a JPEG that is turned', 'clean', await photo().withMetadata({ orientation: 8 }).jpeg().toBuffer()],
    ['a strip of 12,000 by 32', 'clean', await photo(12_000, 32).png().toBuffer()],
    [
      'an interlaced PNG of 40 megapixels with 16 bits',
      'clean',
      await sharp({
        create: { width: 8_000, height: 5_000, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
      })
        .toColourspace('rgb16')
        .png({ progressive: true, compressionLevel: 6 })
        .toBuffer(),
    ],
    [
      'a progressive JPEG of 40 megapixels',
      'clean',
      await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: { r: 9, g: 90, b: 9 } } })
        .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    ],
  ];
  return list.map(([name, outcome, bytes]) => ({ name, outcome, bytes: new Uint8Array(bytes) }));
}
