import type { FilePart } from '#lib/context/ports/files.ts';

/**
 * The part of a file that a `Range` header asks for (RFC 9110 14). `whole` where it asks for several or says nothing we
 * understand, which a server may answer with everything; `none` where it begins beyond the end.
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
