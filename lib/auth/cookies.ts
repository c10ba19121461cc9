import { longest } from './session-life.ts';

/** The prefix makes browsers demand Secure, Path=/ and no Domain, and accept it over http on loopback names. */
export const SESSION_COOKIE = '__Host-session';
/** Names the browser that asked for a sign-in mail, so that its link works nowhere else. */
export const LOGIN_COOKIE = '__Host-login';

const LOGIN_COOKIE_SECONDS = 3600;
const flags = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** The value of a cookie of a request, or null. The first one counts, as browsers send the most specific first. */
export function cookieOf(request: Request, name: string): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const cut = part.indexOf('=');
    if (cut > 0 && part.slice(0, cut).trim() === name) return part.slice(cut + 1).trim();
  }
  return null;
}

export const sessionCookie = (token: string): string =>
  `${SESSION_COOKIE}=${token}; ${flags}; Max-Age=${longest.absoluteMs / 1000}`;
export const clearedSessionCookie = `${SESSION_COOKIE}=; ${flags}; Max-Age=0`;
export const loginCookie = (browser: string): string =>
  `${LOGIN_COOKIE}=${browser}; ${flags}; Max-Age=${LOGIN_COOKIE_SECONDS}`;
export const clearedLoginCookie = `${LOGIN_COOKIE}=; ${flags}; Max-Age=0`;
