type PageRequest = {
  /** New for each response. */
  readonly nonce: string;
  /** The Host header, which is not trusted. */
  readonly host: string;
  readonly isDevelopment: boolean;
};

/** Returns the policy of a page. Its scripts carry the nonce. */
export function pagePolicy({ nonce, host, isDevelopment }: PageRequest): string {
  const socket = /^[\w.:[\]-]{1,255}$/.test(host) ? ` ws://${host} wss://${host}` : '';
  // Hot reload evaluates the code it loads.
  const evaluation = isDevelopment ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "frame-src 'self'",
    // With 'strict-dynamic' alone, browsers treat the one service worker differently.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // With `report-to` beside it, browsers ignore this and report nothing over http.
    'report-uri /api/analytics/csp-reports',
  ].join('; ');
}

/** The policy of files, and of pages that say a file is missing. Such a page runs no script, so it needs no nonce. */
export const filePolicy = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The policy of the service worker, which sends requests to this server and shows nothing. */
export const workerPolicy = ["default-src 'none'", "connect-src 'self'"].join('; ');
