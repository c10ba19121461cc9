'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState, useTransition } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { RadioCard } from '#components/ui/form/radio-card.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { SettingsView } from '#lib/settings/schemas/settings.ts';
import { ApiProblem, put } from '#lib/web/api/api-client.ts';
import { ModelPrices } from './model-prices.tsx';
import { dollarsOf, pricedModels, problemsOf, type SettingsProblems, settingsIn } from './model-settings-input.ts';

type ModelSettingsProps = {
  readonly view: SettingsView;
  /** True when the server has a settings key to encrypt secrets with. */
  readonly canKeepSecrets: boolean;
  readonly texts: ConsoleTexts<'settings'>;
};

/** Shows the settings of reply drafts: built-in rules or a model, which model, and its budget. */
export function ModelSettings({ view, canKeepSecrets, texts }: ModelSettingsProps) {
  const { locale } = useReader();
  const errorText = useErrorText();
  const { data, secrets, readOnly, version } = view;
  const id = useId();
  const router = useRouter();
  const [provider, setProvider] = useState(data.provider);
  const [problems, setProblems] = useState<SettingsProblems>({});
  const [outcome, setOutcome] = useState<{ readonly kind: 'success' | 'danger'; readonly text: string } | null>(null);
  const [isBusy, start] = useTransition();
  const apiKey = secrets?.apiKey;

  const refuse = (form: HTMLFormElement, found: SettingsProblems, text: string) => {
    setProblems(found);
    setOutcome({ kind: 'danger', text });
    const [first] = Object.keys(found);
    if (first !== undefined) form.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const asked = settingsIn(new FormData(form), view);
    if ('problems' in asked) return refuse(form, asked.problems, texts.notSaved);
    start(async () => {
      try {
        await put('/api/admin/platform-settings', asked.body);
        setProblems({});
        setOutcome({ kind: 'success', text: texts.saved });
        router.refresh();
      } catch (error) {
        const details = error instanceof ApiProblem ? problemsOf(error.details) : {};
        refuse(form, details, Object.keys(details).length > 0 ? texts.notSaved : errorText(error));
      }
    });
  };
  const field = (name: string) => {
    const problem = problems[name];
    return { id: `${id}-${name}`, name, error: problem && texts[problem], autoComplete: 'off' };
  };

  return (
    <section aria-labelledby={`${id}-title`} className="flex max-w-2xl flex-col gap-4">
      <h2 id={`${id}-title`} className="text-lg">
        {texts.replies}
      </h2>
      {readOnly && <Alert>{texts.readOnly}</Alert>}
      {/* After a save, the fields show the saved values. */}
      <Form key={version} onSubmit={save} className="flex flex-col gap-5">
        <fieldset disabled={readOnly} className="flex flex-col gap-3">
          <legend className="sr-only">{texts.suggestions}</legend>
          <RadioCard
            name="provider"
            value="embedded"
            checked={provider === 'embedded'}
            onChange={() => setProvider('embedded')}
            hint={texts.embeddedHint}
          >
            {texts.embedded}
          </RadioCard>
          <RadioCard
            name="provider"
            value="openai-compatible"
            checked={provider === 'openai-compatible'}
            onChange={() => setProvider('openai-compatible')}
            hint={texts.modelHint}
          >
            {texts.model}
          </RadioCard>
        </fieldset>
        <fieldset disabled={readOnly} hidden={provider === 'embedded'} className="flex flex-col gap-4">
          <legend className="sr-only">{texts.modelSettings}</legend>
          <TextField
            {...field('baseUrl')}
            type="url"
            label={texts.baseUrl}
            hint={texts.baseUrlHint}
            maxLength={500}
            defaultValue={data.baseUrl ?? ''}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...field('classify')}
              label={texts.classify}
              maxLength={120}
              defaultValue={data.models?.classify ?? ''}
            />
            <TextField
              {...field('draft')}
              label={texts.draft}
              maxLength={120}
              defaultValue={data.models?.draft ?? ''}
            />
          </div>
          <TextField
            {...field('apiKey')}
            type="password"
            label={texts.apiKey}
            note={apiKey?.set ? texts.keySet : undefined}
            hint={canKeepSecrets ? undefined : texts.noKeys}
            maxLength={500}
            disabled={!canKeepSecrets}
          />
          {apiKey?.set && (
            <Checkbox name="removeKey">
              {apiKey.last4 ? fill(texts.removeKeyOf, { last: apiKey.last4 }, locale) : texts.removeKey}
            </Checkbox>
          )}
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              {...field('dailyBudget')}
              inputMode="decimal"
              label={texts.budget}
              hint={texts.budgetHint}
              defaultValue={dollarsOf(data.dailyBudgetMicros)}
            />
            <TextField
              {...field('timeoutSeconds')}
              inputMode="decimal"
              label={texts.timeout}
              defaultValue={String(data.timeoutMs / 1_000)}
            />
            <TextField
              {...field('maxOutputTokens')}
              inputMode="numeric"
              label={texts.longest}
              defaultValue={String(data.maxOutputTokens)}
            />
          </div>
          <ModelPrices models={pricedModels(data)} prices={data.prices} problems={problems} texts={texts} />
        </fieldset>
        <fieldset disabled={readOnly}>
          <legend className="sr-only">{texts.drafts}</legend>
          <Checkbox name="crmDrafts" defaultChecked={data.crmDrafts}>
            {texts.draftsOn}
          </Checkbox>
        </fieldset>
        {outcome && (
          <Alert kind={outcome.kind} role={outcome.kind === 'danger' ? 'alert' : 'status'}>
            {outcome.text}
          </Alert>
        )}
        {!readOnly && (
          <Button type="submit" busy={isBusy} className="self-start">
            {texts.save}
          </Button>
        )}
      </Form>
    </section>
  );
}
