import 'server-only';
import { headers } from 'next/headers.js';
import { forbidden, unauthorized } from 'next/navigation.js';
import { connection } from 'next/server.js';
import { cache } from 'react';
import { currentSession } from '#lib/auth/current-user.ts';
import { hasRightsOf } from '#lib/auth/values.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { localeOf } from './locale.ts';
import { openContext } from './open-context.ts';

// Many components of one page need the context. React's cache lives exactly as long as the page.
const openPage = cache(async (): Promise<Context> => {
  await connection();
  const sent = await headers();
  const ctx = openContext(sent);
  const signedIn = await currentSession(ctx, { headers: sent });
  return { ...ctx, ...signedIn, locale: localeOf(sent, ctx.locale, signedIn?.user.locale) };
});

/**
 * Returns the context of a page. Call it first in the page and outside Suspense, where a refusal could only respond
 * with 200. `public` reads the user when there is one. The others respond with 401 or 403.
 */
export function pageContext(auth?: 'public'): Promise<Context>;
export function pageContext(auth: 'session' | 'admin' | 'superadmin'): Promise<UserContext>;
export async function pageContext(auth: 'public' | 'session' | 'admin' | 'superadmin' = 'public'): Promise<Context> {
  const ctx = await openPage();
  if (auth === 'public') return ctx;
  if (!ctx.user) unauthorized();
  if (auth !== 'session' && !hasRightsOf(auth, ctx.user)) forbidden();
  return ctx;
}
