'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState, useTransition } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { RadioCard } from '#components/ui/form/radio-card.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { SettingsView } from '#lib/settings/schemas/settings.ts';
import { ApiProblem, put } from '#lib/web/api/api-client.ts';
import { ModelPrices } from './model-prices.tsx';
import { dollarsOf, pricedModels, problemsOf, settingsIn } from './model-settings-input.ts';

type ModelSettingsProps = {
  readonly view: SettingsView;
  /** True when the server has a settings key to encrypt secrets with. */
  readonly canKeepSecrets: boolean;
};
type Problems = Readonly<Record<string, string>>;

/** Shows the settings of reply drafts: built-in rules or a model, which model, and its budget. */
export function ModelSettings({ view, canKeepSecrets }: ModelSettingsProps) {
  const { data, secrets, readOnly, version } = view;
  const id = useId();
  const router = useRouter();
  const [provider, setProvider] = useState(data.provider);
  const [problems, setProblems] = useState<Problems>({});
  const [outcome, setOutcome] = useState<{ readonly kind: 'success' | 'danger'; readonly text: string } | null>(null);
  const [isBusy, start] = useTransition();
  const apiKey = secrets?.apiKey;

  const refuse = (form: HTMLFormElement, found: Problems, text: string) => {
    setProblems(found);
    setOutcome({ kind: 'danger', text });
    const [first] = Object.keys(found);
    if (first !== undefined) form.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const asked = settingsIn(new FormData(form), view);
    if ('problems' in asked) return refuse(form, asked.problems, 'Not saved. Check the marked fields.');
    start(async () => {
      try {
        await put('/api/admin/platform-settings', asked.body);
        setProblems({});
        setOutcome({ kind: 'success', text: 'Saved.' });
        router.refresh();
      } catch (error) {
        const details = error instanceof ApiProblem ? problemsOf(error.details) : {};
        refuse(form, details, error instanceof Error ? error.message : 'Not saved. Something went wrong; try again.');
      }
    });
  };
  const field = (name: string) => ({ id: `${id}-${name}`, name, error: problems[name], autoComplete: 'off' });

  return (
    <section aria-labelledby={`${id}-title`} className="flex max-w-2xl flex-col gap-4">
      <h2 id={`${id}-title`} className="text-lg">
        Email replies
      </h2>
      {readOnly && <Alert>These settings come from the server’s environment variables. Change them there.</Alert>}
      {/* After a save, the fields show the saved values. */}
      <Form key={version} onSubmit={save} className="flex flex-col gap-5">
        <fieldset disabled={readOnly} className="flex flex-col gap-3">
          <legend className="sr-only">Reply suggestions</legend>
          <RadioCard
            name="provider"
            value="embedded"
            checked={provider === 'embedded'}
            onChange={() => setProvider('embedded')}
            hint="Free, on this server, in English, Ukrainian and Russian."
          >
            Built-in rules
          </RadioCard>
          <RadioCard
            name="provider"
            value="openai-compatible"
            checked={provider === 'openai-compatible'}
            onChange={() => setProvider('openai-compatible')}
            hint="Any server that supports the OpenAI API. Emails are sent there. If it fails, the built-in rules are used."
          >
            AI model
          </RadioCard>
        </fieldset>
        <fieldset disabled={readOnly} hidden={provider === 'embedded'} className="flex flex-col gap-4">
          <legend className="sr-only">AI model settings</legend>
          <TextField
            {...field('baseUrl')}
            type="url"
            label="Server URL"
            hint="Including /v1"
            maxLength={500}
            defaultValue={data.baseUrl ?? ''}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...field('classify')}
              label="Classification model"
              maxLength={120}
              defaultValue={data.models?.classify ?? ''}
            />
            <TextField
              {...field('draft')}
              label="Draft model"
              maxLength={120}
              defaultValue={data.models?.draft ?? ''}
            />
          </div>
          <TextField
            {...field('apiKey')}
            type="password"
            label="API key"
            note={apiKey?.set ? 'set; leave empty to keep it' : undefined}
            hint={canKeepSecrets ? undefined : 'Set SETTINGS_ENCRYPTION_KEYS on the server to store a key.'}
            maxLength={500}
            disabled={!canKeepSecrets}
          />
          {apiKey?.set && (
            <Checkbox name="removeKey">Remove the key{apiKey.last4 ? ` ending in ${apiKey.last4}` : ''}</Checkbox>
          )}
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              {...field('dailyBudget')}
              inputMode="decimal"
              label="Daily budget (USD)"
              hint="0 means no limit"
              defaultValue={dollarsOf(data.dailyBudgetMicros)}
            />
            <TextField
              {...field('timeoutSeconds')}
              inputMode="decimal"
              label="Timeout (seconds)"
              defaultValue={String(data.timeoutMs / 1_000)}
            />
            <TextField
              {...field('maxOutputTokens')}
              inputMode="numeric"
              label="Maximum reply (tokens)"
              defaultValue={String(data.maxOutputTokens)}
            />
          </div>
          <ModelPrices models={pricedModels(data)} prices={data.prices} problems={problems} />
        </fieldset>
        <fieldset disabled={readOnly}>
          <legend className="sr-only">Drafts</legend>
          <Checkbox name="crmDrafts" defaultChecked={data.crmDrafts}>
            Propose a draft for each email that needs a reply. Nothing is sent until someone approves it.
          </Checkbox>
        </fieldset>
        {outcome && (
          <Alert kind={outcome.kind} role={outcome.kind === 'danger' ? 'alert' : 'status'}>
            {outcome.text}
          </Alert>
        )}
        {!readOnly && (
          <Button type="submit" busy={isBusy} className="self-start">
            Save
          </Button>
        )}
      </Form>
    </section>
  );
}
