import type { Env } from '#lib/core/env/env.ts';
import { modelUrlProblem } from '#lib/core/env/model.ts';
import { type AiSettings, aiSettings } from './schemas/settings.ts';
import type { SettingsSource } from './values.ts';

/**
 * The settings of a namespace from the environment. They apply where nothing is stored yet, or where nothing may be
 * stored.
 */
export type SettingsSeed = {
  /** Only values that differ from the defaults. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly source: Exclude<SettingsSource, 'database'>;
};

/** A group of settings: its fields, its secrets and its initial values. Another group is another value of this type. */
export type Namespace<T> = {
  readonly parse: (data: Readonly<Record<string, unknown>>) => T;
  readonly secrets: readonly string[];
  readonly seed: (env: Env) => SettingsSeed;
  /** The rules across several fields: field → message. */
  readonly problems: (data: T, env: Env) => Readonly<Record<string, string>>;
};

export const aiNamespace: Namespace<AiSettings> = {
  parse: (data) => aiSettings.parse(data),
  secrets: ['apiKey'],
  seed: ({ AI_PROVIDER, AI_BASE_URL, AI_MODEL, AI_API_KEY }) => {
    const data = {
      ...(AI_PROVIDER !== 'embedded' && { provider: AI_PROVIDER }),
      ...(AI_BASE_URL !== undefined && { baseUrl: AI_BASE_URL }),
      ...(AI_MODEL !== undefined && { models: { classify: AI_MODEL, draft: AI_MODEL, agent: AI_MODEL } }),
    };
    const secrets = AI_API_KEY === undefined ? {} : { apiKey: AI_API_KEY };
    const isSet = Object.keys({ ...data, ...secrets }).length > 0;
    return { data, secrets, source: isSet ? 'environment' : 'default' };
  },
  problems: ({ baseUrl }, env): Record<string, string> => {
    const problem = baseUrl === null ? null : modelUrlProblem(baseUrl, env);
    return problem === null ? {} : { 'data.baseUrl': problem };
  },
};
