const permissions = (callDevices: '()' | '(self)'): string =>
  [
    ...['accelerometer=()', `camera=${callDevices}`, 'geolocation=()', 'gyroscope=()', 'magnetometer=()'],
    ...[`microphone=${callDevices}`, 'payment=()', 'usb=()'],
  ].join(', ');

/** On every answer, those of routes and files too. The content policy of pages needs a nonce and is set in `proxy.ts`. */
export const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: permissions('()') },
];

/** A call is taken on whatever page one looks at, so that pages, and nothing else, may use microphone and camera. */
export const pageHeaders = [{ key: 'Permissions-Policy', value: permissions('(self)') }];
