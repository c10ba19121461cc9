import type { RemoteImages } from '#lib/context/ports/pictures.ts';
import { type Guard, guardedFetch } from './guarded-fetch.ts';

/**
 * Image types by their first bytes, in hexadecimal. The type that a server declares proves nothing. SVG is not listed,
 * because it is a document.
 */
const kinds: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/avif', /^.{8}6674797061766966|^.{8}6674797061766973/],
];
const TYPES = kinds.map(([type]) => type);

/** Fetches the remote images of a mail, after a person has asked for them. */
export const openRemoteImages = (guard: Pick<Guard, 'lookup' | 'ownNetwork'> = {}): RemoteImages => ({
  fetch: async (url, mostBytes, signal) => {
    try {
      const asked = {
        url,
        mostBytes,
        types: [...TYPES, 'image/jpg', 'application/octet-stream'],
        ...(signal && { signal }),
      };
      const { bytes } = await guardedFetch(asked, { ...guard, plain: true });
      const head = Buffer.from(bytes.slice(0, 16)).toString('hex');
      const type = kinds.find(([, pattern]) => pattern.test(head))?.[0];
      return type === undefined ? null : { type, bytes };
    } catch {
      return null;
    }
  },
});
