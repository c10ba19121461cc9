import { spendByToken } from '#lib/api/rate-limits.ts';
import type { Context } from '#lib/context/context.ts';
import { forbidden, notFound, unauthorized } from '#lib/core/errors.ts';
import { openProgram, type Program } from '#lib/store/tooling/open-program.ts';

type Asked = {
  readonly ctx: Context;
  readonly params: { readonly vendorId: string };
  readonly request: Request;
  readonly reply: Headers;
};

/** Admits a program with a token of the shop that the path names. A cookie counts for nothing, and no page may call. */
export async function admitProgram({ ctx, params, request, reply }: Asked): Promise<Program> {
  if (request.headers.has('origin')) throw forbidden('Pages of browsers cannot use tools', { code: 'CrossSite' });
  const program = await openProgram(ctx, request.headers.get('authorization'));
  if (!program) {
    reply.set('www-authenticate', 'Bearer');
    throw unauthorized('This needs a token of the shop');
  }
  await spendByToken(ctx, 'vendor-tooling', program.tokenId, reply);
  if (params.vendorId !== program.vendorId) throw notFound('Vendor', 'of this path');
  return program;
}
