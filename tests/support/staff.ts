import { readSuperadmins, writeSuperadmins } from '#lib/auth/superadmins.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { asUser } from '#tests/support/context.ts';

/** Creates a superadmin as the product keeps them: listed among the active ones. */
export async function asSuperadmin<C extends Context>(ctx: C): Promise<C & UserContext> {
  const made = await asUser(ctx, { role: 'superadmin' });
  await ctx.data.tx(async (t) => writeSuperadmins(t, [...(await readSuperadmins(t)), made.user.id]));
  return made;
}
