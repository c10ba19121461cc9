import { globSync } from 'node:fs';

/** Files that the framework serves from `app`. */
const ofPages = ['/favicon.ico', '/icon.svg', '/apple-icon.png'];

/**
 * Reads the list of static files of this build once. Returns a function that returns true when a URL names one of them,
 * directly or resized by the image route. A request for a missing file gets a page as its response, so it counts as a
 * page.
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
