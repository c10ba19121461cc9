const permissions = (callDevices: '()' | '(self)'): string =>
  [
    ...['accelerometer=()', `camera=${callDevices}`, 'geolocation=()', 'gyroscope=()', 'magnetometer=()'],
    ...[`microphone=${callDevices}`, 'payment=()', 'usb=()'],
  ].join(', ');

/**
 * Headers of every response, including routes and files. The policy of a page needs a nonce, so `proxy.ts` sets it.
 */
export const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: permissions('()') },
];

/** A call can be answered on any page, so pages, and nothing else, may use microphone and camera. */
export const pageHeaders = [{ key: 'Permissions-Policy', value: permissions('(self)') }];
