const services = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
const families = ['.notify.windows.com'];

/**
 * Whether a client may name this address as its push endpoint (S45). The address needs https, the default port, no
 * password, no fragment, and a host of a known push service. A host in `allowed` may use any port. Only the host that
 * the URL parser returns is checked, so no spelling of an internal address passes.
 */
export function isPushEndpoint(endpoint: string, allowed: readonly string[]): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const host = url.hostname;
  if (allowed.includes(host)) return true;
  const isKnown = services.includes(host) || families.some((family) => host.endsWith(family));
  return isKnown && url.port === '';
}
