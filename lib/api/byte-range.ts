import type { FilePart } from '#lib/context/ports/files.ts';

/**
 * Returns the part of a file that a `Range` header asks for (RFC 9110 14). `whole` for several ranges and for headers
 * we cannot parse, which a server may ignore. `none` where the range begins beyond the end.
 */
export function bytePartOf(header: string | null | undefined, sizeBytes: number): FilePart | 'whole' | 'none' {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'none' : { from: sizeBytes - length, to: sizeBytes - 1 };
  }
  const from = Number(first);
  const to = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < from) return 'whole';
  return from >= sizeBytes ? 'none' : { from, to };
}
