import { describe, expect, it } from 'vitest';
import { aiSettings } from '#lib/settings/schemas/settings.ts';
import { priceField, problemsOf, settingsIn } from './model-settings-input.ts';

const view = { version: 3, data: aiSettings.parse({ models: { classify: 'small', draft: 'large', agent: 'other' } }) };

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  const filled = { provider: 'openai-compatible', classify: 'small', draft: 'large', ...fields };
  for (const [name, value] of Object.entries(filled)) form.set(name, value);
  return form;
}

describe('settingsIn', () => {
  it('converts dollars and seconds to the stored units and keeps models that are not in the form', () => {
    const asked = settingsIn(
      formOf({
        baseUrl: 'https://models.test/v1',
        timeoutSeconds: '2,5',
        dailyBudget: '0.30',
        crmDrafts: 'on',
        [priceField('large', 'outputMicrosPerMillion')]: '15',
      }),
      view,
    );

    expect(asked).toEqual({
      body: {
        namespace: 'ai',
        version: 3,
        data: {
          provider: 'openai-compatible',
          baseUrl: 'https://models.test/v1',
          models: { classify: 'small', draft: 'large', agent: 'other' },
          maxOutputTokens: null,
          timeoutMs: 2_500,
          crmDrafts: true,
          dailyBudgetMicros: 300_000,
          prices: {
            large: { inputMicrosPerMillion: 0, cachedInputMicrosPerMillion: 0, outputMicrosPerMillion: 15_000_000 },
          },
        },
      },
    });
  });

  it('leaves the stored API key unchanged unless a new key was entered or its removal was requested', () => {
    const secretsOf = (fields: Readonly<Record<string, string>>) => {
      const asked = settingsIn(formOf(fields), view);
      return 'body' in asked ? asked.body.secrets : asked.problems;
    };

    expect(secretsOf({ apiKey: '' })).toBeUndefined();
    expect(secretsOf({ apiKey: ' sk-new ' })).toEqual({ apiKey: 'sk-new' });
    expect(secretsOf({ apiKey: '', removeKey: 'on' })).toEqual({ apiKey: null });
  });

  it.each([
    ['dailyBudget', 'plenty', 'badNumber'],
    ['dailyBudget', '-1', 'badNumber'],
    ['timeoutSeconds', '1e99', 'badNumber'],
    ['draft', '', 'bothModels'],
  ])('returns a problem instead of a request body when %s is "%s"', (name, value, problem) => {
    expect(settingsIn(formOf({ [name]: value }), view)).toEqual({ problems: { [name]: problem } });
  });
});

describe('problemsOf', () => {
  it('maps server errors to form fields and drops errors without a field', () => {
    expect(problemsOf({ 'data.baseUrl': 'must be https', 'data.provider': 'odd' })).toEqual({ baseUrl: 'badUrl' });
  });
});
