import type { Runtime } from '#lib/context/runtime.ts';
import type { Env } from '#lib/core/env/env.ts';
import type { KeyRing } from '#lib/core/env/secrets.ts';
import { codeOf } from '#lib/core/errors.ts';
import { seal, unseal } from '#lib/core/secrets.ts';
import { PlatformSettings } from './collections.ts';
import type { AiSettings, SettingsDocument, SettingsView } from './schemas/settings.ts';
import { aiNamespace, type SettingsSeed } from './settings-ai.ts';
import { type SettingsNamespace, type SettingsSource, settingsNamespaces } from './values.ts';

type Ctx = Pick<Runtime, 'env' | 'data' | 'now' | 'keys' | 'log'>;

export const namespaces = { ai: aiNamespace } as const;

/** A shorter secret shows nothing, because its last four characters would be most of it. */
const LEAST_SHOWN = 12;
export const lastFourOf = (secret: string): string => (secret.length < LEAST_SHOWN ? '' : secret.slice(-4));

const sealName = (namespace: SettingsNamespace, name: string): string => `${namespace}/${name}`;
export const sealSetting = (ring: KeyRing, namespace: SettingsNamespace, name: string, secret: string): string =>
  seal(ring, sealName(namespace, name), secret);

/** Returns the document that a first start stores. Without an encryption key it contains no secrets. */
function firstDocument(ctx: Ctx, namespace: SettingsNamespace): SettingsDocument {
  const { data, secrets } = namespaces[namespace].seed(ctx.env);
  const updatedAt = ctx.now().toISOString();
  const sealed = Object.entries(ctx.keys.settings.length === 0 ? {} : secrets).map(([name, secret]) => [
    name,
    { ciphertext: sealSetting(ctx.keys.settings, namespace, name, secret), last4: lastFourOf(secret), updatedAt },
  ]);
  return { data: { ...data }, secrets: Object.fromEntries(sealed), version: 1, updatedAt, updatedBy: null };
}

/** Creates missing settings from the environment, once: of two concurrent starts one creates them. */
export async function seedSettings(ctx: Ctx): Promise<void> {
  if (ctx.env.PLATFORM_SETTINGS_DISABLE_DB) return;
  for (const namespace of settingsNamespaces) await needSettings(ctx, namespace);
}

/** Returns the stored settings and creates them if no start has done so. */
export async function needSettings(ctx: Ctx, namespace: SettingsNamespace): Promise<SettingsDocument> {
  const row = await ctx.data.get(PlatformSettings, namespace);
  if (row) return row.data;
  try {
    await ctx.data.create(PlatformSettings, namespace, firstDocument(ctx, namespace));
    ctx.log('info', 'settings.seeded', { namespace });
  } catch (error) {
    if (codeOf(error) !== 'EXISTS') throw error;
  }
  return (await ctx.data.need(PlatformSettings, namespace)).data;
}

/** Returns the settings of a namespace as an administrator sees them: of secrets only whether they are set. */
export async function readSettings(ctx: Ctx, namespace: SettingsNamespace): Promise<SettingsView> {
  if (!ctx.env.PLATFORM_SETTINGS_DISABLE_DB) return viewOf(namespace, await needSettings(ctx, namespace), ctx.env);
  const seed: SettingsSeed = namespaces[namespace].seed(ctx.env);
  return {
    namespace,
    data: namespaces[namespace].parse(seed.data),
    secrets: null,
    source: seed.source,
    readOnly: true,
    version: 0,
    updatedAt: null,
    updatedBy: null,
  };
}

export function viewOf(namespace: SettingsNamespace, stored: SettingsDocument, env: Env): SettingsView {
  const { parse, secrets } = namespaces[namespace];
  const shown = secrets.map((name) => {
    const held = stored.secrets[name];
    return [name, { set: held !== undefined, last4: held?.last4 ?? null, updatedAt: held?.updatedAt ?? null }];
  });
  return {
    namespace,
    data: parse(stored.data),
    secrets: Object.fromEntries(shown),
    source: 'database' satisfies SettingsSource,
    readOnly: env.PLATFORM_SETTINGS_DISABLE_DB,
    version: stored.version,
    updatedAt: stored.updatedAt,
    updatedBy: stored.updatedBy,
  };
}

/** The settings of `ai` with the key itself, for calls of the model. `version` increases with every change. */
export type AiAccess = { readonly settings: AiSettings; readonly apiKey: string | null; readonly version: number };

/** Returns whether a model is configured: provider, address, model names and key. */
export const isModelConfigured = ({ settings, apiKey }: Pick<AiAccess, 'settings' | 'apiKey'>): boolean =>
  settings.provider !== 'embedded' && settings.baseUrl !== null && settings.models !== null && apiKey !== null;

/** Returns the settings for calls of the model. A key that cannot be decrypted counts as none and is logged. */
export async function aiAccess(ctx: Ctx): Promise<AiAccess> {
  if (ctx.env.PLATFORM_SETTINGS_DISABLE_DB) {
    const { data, secrets } = aiNamespace.seed(ctx.env);
    return { settings: aiNamespace.parse(data), apiKey: secrets.apiKey ?? null, version: 0 };
  }
  const stored = await needSettings(ctx, 'ai');
  return { settings: aiNamespace.parse(stored.data), apiKey: openKey(ctx, stored), version: stored.version };
}

/** Returns whether a stored secret can be decrypted with these keys. */
export function settingReads(ring: KeyRing, namespace: SettingsNamespace, name: string, ciphertext: string): boolean {
  try {
    unseal(ring, sealName(namespace, name), ciphertext);
    return true;
  } catch {
    return false;
  }
}

function openKey(ctx: Ctx, { secrets }: SettingsDocument): string | null {
  const held = secrets.apiKey;
  if (!held) return null;
  try {
    return unseal(ctx.keys.settings, sealName('ai', 'apiKey'), held.ciphertext);
  } catch {
    ctx.log('error', 'settings.secret_unreadable', { namespace: 'ai', name: 'apiKey' });
    return null;
  }
}
