type File = {
  readonly filename: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly bytes: ReadableStream<Uint8Array>;
};

/**
 * Responds with a file from another user or sender. It is saved and never displayed, and has no type a browser would
 * guess. It is sandboxed if it is opened anyway (S55, S56).
 */
export const downloadAnswer = ({ filename, type, sizeBytes, bytes }: File): Response =>
  new Response(bytes, {
    headers: {
      'content-type': type,
      'content-length': String(sizeBytes),
      'content-disposition': dispositionOf('attachment', filename),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  });

/**
 * Returns the disposition of a file with its name in two spellings: ASCII for every client, and UTF-8 with all its
 * letters.
 */
export const dispositionOf = (how: 'inline' | 'attachment', filename: string): string =>
  `${how}; filename="${asciiOf(filename)}"; filename*=UTF-8''${encoded(filename)}`;

const asciiOf = (name: string): string => name.replace(/[^A-Za-z0-9._ -]/g, '_').slice(0, 150) || 'file';
/** RFC 8187. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed().replace(/[/\\]/g, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
