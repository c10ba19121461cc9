import { describe, expect, it } from 'vitest';
import { clearedSessionCookie, loginCookie, sessionCookie } from './cookies.ts';

describe('the session and login cookies', () => {
  it('S1 are __Host-, HttpOnly, Secure and SameSite=Lax, and set no domain', () => {
    for (const cookie of [sessionCookie('x'), clearedSessionCookie, loginCookie('y')]) {
      const [pair, ...flags] = cookie.split('; ');

      expect(pair).toMatch(/^__Host-/);
      expect(flags).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
      expect(cookie).not.toMatch(/domain/i);
    }
  });

  it('set Max-Age to 30 days for a session and to 0 when the session cookie is cleared', () => {
    expect(clearedSessionCookie).toContain('Max-Age=0');
    expect(sessionCookie('x')).toContain('Max-Age=2592000');
  });
});
