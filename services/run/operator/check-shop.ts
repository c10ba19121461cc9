import { readSuperadmins } from '#lib/auth/superadmins.ts';
import type { Context } from '#lib/context/context.ts';
import { PlatformSettings } from '#lib/settings/collections.ts';
import { settingReads } from '#lib/settings/settings.ts';
import { settingsNamespaces } from '#lib/settings/values.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

/** Checks that the present keys can decrypt the stored secrets. */
export async function checkSecrets(ctx: Context): Promise<Finding> {
  let [read, lost] = [0, 0];
  for (const namespace of settingsNamespaces) {
    const row = await ctx.data.get(PlatformSettings, namespace);
    for (const [name, { ciphertext }] of Object.entries(row?.data.secrets ?? {})) {
      if (settingReads(ctx.keys.settings, namespace, name, ciphertext)) read += 1;
      else lost += 1;
    }
  }
  return lost === 0
    ? ok('secrets', `${read} stored, all readable`)
    : bad(
        'secrets',
        `${lost} of ${read + lost} stored secrets were encrypted with other keys`,
        'restore the former keys, or enter these secrets again under Console → Settings',
      );
}

/** Checks that the platform has a superadmin. */
export async function checkSuperadmins({ data }: Context): Promise<Finding> {
  const { length } = await readSuperadmins(data);
  return length > 0
    ? ok('superadmins', String(length))
    : warn(
        'superadmins',
        'none',
        'run npm run plaza -- sign-in-link ADDRESS, sign in, then run npm run plaza -- role ADDRESS superadmin',
      );
}
