import { describe, expect, it } from 'vitest';
import { breachesIn, cspReports } from './csp-reports.ts';

const breaches = (body: unknown) => breachesIn(cspReports.parse(body));

const legacy = (report: Record<string, unknown>) => ({ 'csp-report': report });

describe('breachesIn', () => {
  it('reads the one report of report-uri, and leaves out the addresses', () => {
    const body = legacy({
      'document-uri': 'https://shop.test/orders/P7K3M9QX1?token=secret',
      'blocked-uri': 'https://evil.test/steal?mail=ann@shop.test',
      'effective-directive': 'img-src',
      'script-sample': 'ann@shop.test',
    });

    expect(breaches(body)).toEqual([{ directive: 'img-src', blocked: 'https://evil.test', path: '/orders/[id]' }]);
  });

  it('reads several reports of the reporting API, and skips those of other kinds', () => {
    const body = [
      {
        type: 'csp-violation',
        body: { documentURL: 'https://shop.test/cart', blockedURL: 'inline', effectiveDirective: 'script-src-elem' },
      },
      { type: 'deprecation', body: { id: 'x' } },
      { type: 'csp-violation', body: null },
    ];

    expect(breaches(body)).toEqual([{ directive: 'script-src-elem', blocked: 'inline', path: '/cart' }]);
  });

  it.each([
    ['data:text/html,ann@shop.test', 'data:'],
    ['wss://socket.test:8443/path', 'wss://socket.test:8443'],
    ['chrome-extension://abcdef/inject.js', 'chrome-extension:'],
    ['eval', 'eval'],
    ['ann@shop.test', 'other'],
    ['', 'other'],
  ])('keeps of a blocked address only its origin: %s', (blocked, expected) => {
    expect(breaches(legacy({ 'blocked-uri': blocked }))[0]?.blocked).toBe(expected);
  });

  it('takes the directive of older browsers without its sources', () => {
    expect(breaches(legacy({ 'violated-directive': "script-src 'self'" }))[0]?.directive).toBe('script-src');
  });

  it.each([[{}], [[{ type: 1 }]], [legacy({ 'blocked-uri': 7, 'document-uri': {} })]])(
    'reads a body with wrong types without failing: %j',
    (body) => {
      expect(() => cspReports.safeParse(body)).not.toThrow();
    },
  );

  it('refuses more than twenty reports', () => {
    expect(cspReports.safeParse(Array.from({ length: 21 }, () => ({ type: 'x' }))).success).toBe(false);
  });
});
