import { fold } from '#lib/search/terms.ts';
import { transliterate } from '#lib/search/transliterate.ts';

const MAX_LENGTH = 80;

/**
 * Returns a readable part of an address: `Лампа «Місяць»` is `lampa-misiats`. Never empty, so that a path never loses
 * a segment.
 */
export function slugOf(title: string): string {
  const spelled = transliterate(fold(title)).replace(/[^a-z0-9]+/g, '-');
  const slug = spelled.slice(0, MAX_LENGTH).replace(/^-+|-+$/g, '');
  return slug === '' ? 'item' : slug;
}
