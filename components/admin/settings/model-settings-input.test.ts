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
  it('turns dollars and seconds into what is stored, and keeps the model of another part', () => {
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

  it('leaves the key as it is where none was typed, sends a new one, and removes it where that is asked', () => {
    const secretsOf = (fields: Readonly<Record<string, string>>) => {
      const asked = settingsIn(formOf(fields), view);
      return 'body' in asked ? asked.body.secrets : asked.problems;
    };

    expect(secretsOf({ apiKey: '' })).toBeUndefined();
    expect(secretsOf({ apiKey: ' sk-new ' })).toEqual({ apiKey: 'sk-new' });
    expect(secretsOf({ apiKey: '', removeKey: 'on' })).toEqual({ apiKey: null });
  });

  it.each([
    ['dailyBudget', 'plenty'],
    ['dailyBudget', '-1'],
    ['timeoutSeconds', '1e99'],
    ['draft', ''],
  ])('sends nothing where %s is "%s"', (name, value) => {
    expect(settingsIn(formOf({ [name]: value }), view)).toEqual({ problems: { [name]: expect.any(String) } });
  });
});

describe('problemsOf', () => {
  it('names the fields of the form and leaves out what has none', () => {
    expect(problemsOf({ 'data.baseUrl': 'must be https', 'data.provider': 'odd' })).toEqual({
      baseUrl: 'must be https',
    });
  });
});
