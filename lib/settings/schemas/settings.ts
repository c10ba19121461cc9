import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { settingsNamespaces, settingsSources } from '#lib/settings/values.ts';

export const modelName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,119}$/, 'must be the name of a model');
const micros = z.int().min(0).max(1e15);

/** The price of a million tokens of a model, in millionths of a US dollar. */
export const modelPrice = z.strictObject({
  inputMicrosPerMillion: micros,
  cachedInputMicrosPerMillion: micros,
  outputMicrosPerMillion: micros,
});
export type ModelPrice = z.infer<typeof modelPrice>;

const fields = {
  provider: z.enum(['embedded', 'openai-compatible']),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  models: z.strictObject({ classify: modelName, draft: modelName, agent: modelName }).nullable(),
  maxOutputTokens: z.int().min(64).max(4096),
  timeoutMs: z.int().min(1000).max(60_000),
  crmDrafts: z.boolean(),
  productAgent: z.boolean(),
  agentDailyPerUser: z.int().min(0).max(1000),
  /** Micro-USD. 0 sets no limit. */
  dailyBudgetMicros: micros,
  prices: z
    .record(modelName, modelPrice)
    .refine((prices) => Object.keys(prices).length <= 200, 'must have at most 200 models'),
};

/** The settings of the namespace `ai`. Fields missing in a stored document have their defaults. */
export const aiSettings = z.strictObject({
  provider: fields.provider.default('embedded'),
  baseUrl: fields.baseUrl.default(null),
  models: fields.models.default(null),
  maxOutputTokens: fields.maxOutputTokens.default(800),
  timeoutMs: fields.timeoutMs.default(20_000),
  crmDrafts: fields.crmDrafts.default(true),
  productAgent: fields.productAgent.default(true),
  agentDailyPerUser: fields.agentDailyPerUser.default(50),
  dailyBudgetMicros: fields.dailyBudgetMicros.default(5_000_000),
  prices: fields.prices.default({}),
});
export type AiSettings = z.output<typeof aiSettings>;

const change = <S extends z.ZodType>(schema: S) => schema.nullable().optional();
/** Absent: keep. Null: restore the default. */
const aiChange = z.strictObject({
  provider: change(fields.provider),
  baseUrl: change(fields.baseUrl),
  models: change(fields.models),
  maxOutputTokens: change(fields.maxOutputTokens),
  timeoutMs: change(fields.timeoutMs),
  crmDrafts: change(fields.crmDrafts),
  productAgent: change(fields.productAgent),
  agentDailyPerUser: change(fields.agentDailyPerUser),
  dailyBudgetMicros: change(fields.dailyBudgetMicros),
  prices: change(fields.prices),
});

/**
 * Only values that differ from the defaults are stored. Secrets are encrypted. Only the last characters of a secret
 * are shown.
 */
export const settingsDocument = z.object({
  data: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ ciphertext: z.string(), last4: z.string().max(4), updatedAt: isoTime })),
  version: z.int().positive(),
  updatedAt: isoTime,
  /** Null: created at the first start. */
  updatedBy: idText.nullable(),
});
export type SettingsDocument = z.infer<typeof settingsDocument>;

const shownSecret = z.object({ set: z.boolean(), last4: z.string().nullable(), updatedAt: isoTime.nullable() });

/** A namespace in a response: its data, and whether each secret is set. */
export const settingsView = z
  .object({
    namespace: z.enum(settingsNamespaces),
    data: aiSettings,
    secrets: z.record(z.string(), shownSecret).nullable(),
    source: z.enum(settingsSources),
    readOnly: z.boolean(),
    /** 0 where nothing is stored. */
    version: z.int().nonnegative(),
    updatedAt: isoTime.nullable(),
    updatedBy: idText.nullable(),
  })
  .meta({ id: 'PlatformSettings' });
export type SettingsView = z.output<typeof settingsView>;

export const settingsQuery = z.object({ namespace: z.enum(settingsNamespaces) });
export const saveSettingsInput = z.strictObject({
  namespace: z.enum(settingsNamespaces),
  data: aiChange,
  secrets: z.strictObject({ apiKey: z.string().trim().min(1).max(500).nullable().optional() }).optional(),
  version: z.int().nonnegative().optional(),
});
export type SaveSettings = z.output<typeof saveSettingsInput>;
export const settingsSaved = settingsView.extend({ success: z.literal(true) });
