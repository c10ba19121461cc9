import { describe, expect, it } from 'vitest';
import { clearedSessionCookie, cookieOf, LOGIN_COOKIE, loginCookie, SESSION_COOKIE, sessionCookie } from './cookies.ts';

const requestWith = (cookie: string) => new Request('http://localhost/', { headers: { cookie } });

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

  it('are found by their whole name among others', () => {
    const request = requestWith(`x${SESSION_COOKIE}=no; ${LOGIN_COOKIE}=a=b; ${SESSION_COOKIE}=yes`);

    expect(cookieOf(request, SESSION_COOKIE)).toBe('yes');
    expect(cookieOf(request, LOGIN_COOKIE)).toBe('a=b');
    expect(cookieOf(request, 'other')).toBeNull();
    expect(cookieOf(new Request('http://localhost/'), SESSION_COOKIE)).toBeNull();
  });
});
