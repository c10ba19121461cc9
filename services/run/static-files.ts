import { globSync } from 'node:fs';

/** Files that the framework serves although they lie in `app`. */
const ofPages = ['/favicon.ico', '/icon.svg', '/apple-icon.png'];

/**
 * Reads once which files this build serves, and returns whether an address names one of them, itself or in another size.
 * What is missing among them is answered with a page, at the cost of a page.
 */
export function openStaticFiles(root: string): (url: string) => boolean {
  const list = (folder: string) =>
    globSync('**/*', { cwd: `${root}/${folder}`, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${root}/${folder}`.length));
  const files = new Set([...ofPages, ...list('public'), ...list('.next/static').map((path) => `/_next/static${path}`)]);
  return (url) => {
    const [path = '/', query = ''] = url.split('?', 2);
    if (path === '/_next/image') return files.has(new URLSearchParams(query).get('url') ?? '');
    return files.has(decodeURIComponent(path));
  };
}
