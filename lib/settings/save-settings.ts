import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { AuditFacts } from '#lib/audit/schemas/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { assertSteppedUp } from '#lib/context/step-up.ts';
import { conflict, invalid, unavailable } from '#lib/core/errors.ts';
import { PlatformSettings } from './collections.ts';
import type { SaveSettings, SettingsDocument, SettingsView } from './schemas/settings.ts';
import { lastFourOf, namespaces, needSettings, sealSetting, viewOf } from './settings.ts';

type Json = Readonly<Record<string, unknown>>;
type Secrets = NonNullable<SaveSettings['secrets']>;

/** Longer values are truncated in the audit. */
const LONGEST_FACT = 300;

/**
 * Changes the settings of a namespace. Absent fields stay, null restores the default. Throws StaleVersion when the
 * version is not the stored one. Throws NoEncryptionKey when a secret cannot be encrypted. Without a change nothing
 * is written.
 */
export async function saveSettings(ctx: UserContext, input: SaveSettings): Promise<SettingsView> {
  const { namespace, version, secrets = {} } = input;
  if (ctx.env.PLATFORM_SETTINGS_DISABLE_DB)
    throw unavailable('The settings of this server come from its environment and cannot be changed here', {
      code: 'SettingsReadOnly',
    });
  const act = { action: 'settings.changed', targetType: 'settings', targetId: namespace };
  await needSettings(ctx, namespace);
  const sealed = sealAll(ctx, input);

  const saved = await auditRefusal(ctx, act, () =>
    ctx.data.tx(async (t) => {
      const { data: stored } = await t.need(PlatformSettings, namespace);
      if (version !== undefined && version !== stored.version)
        throw conflict('Someone else has changed these settings', { code: 'StaleVersion' });
      const next = { data: changed(stored.data, input.data), secrets: withSecrets(stored, secrets, sealed) };
      assertValid(ctx, namespace, next.data);
      const facts = factsOf(stored, next.data, secrets);
      if (Object.keys(facts.after).length === 0) return stored;
      if (isSensitive(stored, facts.after)) assertSteppedUp(ctx);

      const document = { ...next, version: stored.version + 1, updatedAt: sealed.at, updatedBy: ctx.user.id };
      t.set(PlatformSettings, namespace, document);
      auditRow(t, ctx, { ...act, ...facts, now: new Date(sealed.at) });
      return document;
    }),
  );
  ctx.log('info', 'settings.saved', { namespace, version: saved.version, actorId: ctx.user.id });
  return viewOf(namespace, saved, ctx.env);
}

type Sealed = { readonly at: string; readonly entries: SettingsDocument['secrets'] };

/** Encryption generates random bytes, so it happens before the transaction, which may run again. */
function sealAll(ctx: UserContext, { namespace, secrets = {} }: SaveSettings): Sealed {
  const at = ctx.now().toISOString();
  const given = Object.entries(secrets).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (given.length > 0 && ctx.keys.settings.length === 0)
    throw unavailable('The secret cannot be stored: SETTINGS_ENCRYPTION_KEYS is not set', { code: 'NoEncryptionKey' });
  const entries = given.map(([name, secret]) => [
    name,
    { ciphertext: sealSetting(ctx.keys.settings, namespace, name, secret), last4: lastFourOf(secret), updatedAt: at },
  ]);
  return { at, entries: Object.fromEntries(entries) };
}

function withSecrets(stored: SettingsDocument, asked: Secrets, sealed: Sealed): SettingsDocument['secrets'] {
  const kept = Object.entries(stored.secrets).filter(([name]) => asked[name as keyof Secrets] === undefined);
  return { ...Object.fromEntries(kept), ...sealed.entries };
}

/** Returns the stored data merged with a change. */
function changed(stored: Json, change: Json): Record<string, unknown> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const merged = Object.entries({ ...stored, ...Object.fromEntries(given) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

function assertValid({ env }: UserContext, namespace: SaveSettings['namespace'], data: Json): void {
  const { parse, problems } = namespaces[namespace];
  const found = problems(parse(data), env);
  if (Object.keys(found).length > 0) throw invalid('These settings cannot be saved', found);
}

const factOf = (value: unknown): string | number | boolean | null => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST_FACT);
};

/** Returns the changes field by field. Of a secret it says only whether it was set or removed. */
function factsOf(stored: SettingsDocument, data: Json, secrets: Secrets): { before: AuditFacts; after: AuditFacts } {
  const names = [...new Set([...Object.keys(stored.data), ...Object.keys(data)])];
  const moved = names.filter((name) => JSON.stringify(stored.data[name]) !== JSON.stringify(data[name]));
  const touched = Object.entries(secrets).filter(
    ([name, secret]) => typeof secret === 'string' || (secret === null && stored.secrets[name] !== undefined),
  );
  const said = touched.map(([name, secret]) => [`secrets.${name}`, secret === null ? 'removed' : 'set']);
  return {
    before: Object.fromEntries(moved.map((name) => [name, factOf(stored.data[name])])),
    after: { ...Object.fromEntries(moved.map((name) => [name, factOf(data[name])])), ...Object.fromEntries(said) },
  };
}

/** Returns whether a change concerns a secret or the address that a stored secret will be sent to. */
const isSensitive = (stored: SettingsDocument, after: AuditFacts): boolean =>
  Object.keys(after).some((name) => name.startsWith('secrets.')) ||
  ('baseUrl' in after && Object.keys(stored.secrets).length > 0);
