import { describe, expect, it } from 'vitest';
import { clearedSessionCookie, loginCookie, sessionCookie } from './cookies.ts';

describe('the cookies', () => {
  it('S1 are sent by one host only, over a safe line, never to scripts and never along with foreign posts', () => {
    for (const cookie of [sessionCookie('x'), clearedSessionCookie, loginCookie('y')]) {
      const [pair, ...flags] = cookie.split('; ');

      expect(pair).toMatch(/^__Host-/);
      expect(flags).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
      expect(cookie).not.toMatch(/domain/i);
    }
  });

  it('end at once when they are cleared', () => {
    expect(clearedSessionCookie).toContain('Max-Age=0');
    expect(sessionCookie('x')).toContain('Max-Age=2592000');
  });
});
