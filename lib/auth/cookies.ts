import { longest } from './session-life.ts';

/** The prefix makes browsers require Secure, Path=/ and no Domain. They accept it over http on loopback names. */
export const SESSION_COOKIE = '__Host-session';
/** Names the browser that asked for a sign-in mail, so that its link works in no other browser. */
export const LOGIN_COOKIE = '__Host-login';

const LOGIN_COOKIE_SECONDS = 3600;
const flags = 'Path=/; HttpOnly; Secure; SameSite=Lax';

export const sessionCookie = (token: string): string =>
  `${SESSION_COOKIE}=${token}; ${flags}; Max-Age=${longest.absoluteMs / 1000}`;
export const clearedSessionCookie = `${SESSION_COOKIE}=; ${flags}; Max-Age=0`;
export const loginCookie = (browser: string): string =>
  `${LOGIN_COOKIE}=${browser}; ${flags}; Max-Age=${LOGIN_COOKIE_SECONDS}`;
export const clearedLoginCookie = `${LOGIN_COOKIE}=; ${flags}; Max-Age=0`;
