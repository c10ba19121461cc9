import { useId, useState } from 'react';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { TokenCreated } from '#lib/store/schemas/vendor-token.ts';
import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS, MAX_TOKEN_NAME } from '#lib/store/tooling/limits.ts';
import { type ToolScope, toolScopes } from '#lib/store/tooling/values.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

export const TOKENS_PATH = '/api/vendor/tokens';

/** How long a token can be valid, in days. */
const spans = [7, 30, DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS];

/** Returns what a scope allows, in words. */
export const scopeText = (scope: ToolScope, texts: SellerTexts<'tokens'>): string => texts[wordOf(scope)];

const wordOf = (scope: ToolScope) => `scope_${scope.replace(':', '_')}` as `scope_${Words<ToolScope>}`;
type Words<S extends string> = S extends `${infer Thing}:${infer Act}` ? `${Thing}_${Act}` : never;

type TokenDialogProps = {
  readonly texts: SellerTexts<'tokens'>;
  readonly action: Action;
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
};

/** Creates a token for a program. */
export function TokenDialog({ texts, action, onMade, onClose }: TokenDialogProps) {
  const { reader } = useSeller();
  const id = useId();
  const [refused, setRefused] = useState('');
  const create = (data: FormData, close: () => void) => {
    setRefused('');
    action.act(async () => {
      const made = await post<TokenCreated>(TOKENS_PATH, {
        name: textIn(data, 'name'),
        scopes: data.getAll('scopes'),
        expiresInDays: Number(textIn(data, 'expiresInDays')),
      }).catch((error: unknown) => {
        if (error instanceof ApiProblem && Object.hasOwn(error.details, 'name')) setRefused(texts.bad_name);
        throw error;
      });
      onMade(made.secret);
    }, close);
  };

  return (
    <FormDialog
      title={texts.addTitle}
      submit={texts.create}
      cancel={texts.cancel}
      closeLabel={texts.close}
      action={action}
      check={(data): Readonly<Record<string, string>> => ({
        ...(textIn(data, 'name') === '' && { name: texts.bad_name }),
        ...(data.getAll('scopes').length === 0 && { scopes: texts.bad_scopes }),
      })}
      onSubmit={create}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p>{texts.addText}</p>
          <TextField
            id={`${id}-name`}
            name="name"
            label={texts.name}
            hint={texts.nameHint}
            error={problems.name ?? (refused || undefined)}
            maxLength={MAX_TOKEN_NAME}
            autoComplete="off"
            required
          />
          <ScopeChoice id={`${id}-scopes`} texts={texts} problem={problems.scopes} />
          <SelectField
            id={`${id}-expires`}
            name="expiresInDays"
            label={texts.expires}
            defaultValue={DEFAULT_TOKEN_DAYS}
          >
            {spans.map((days) => (
              <option key={days} value={days}>
                {fill(texts.days, { days }, reader.locale)}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </FormDialog>
  );
}

type ScopeChoiceProps = {
  readonly id: string;
  readonly texts: SellerTexts<'tokens'>;
  readonly problem: string | undefined;
};

/** Asks what the program may do. The problem is shown until something is chosen. */
function ScopeChoice({ id, texts, problem }: ScopeChoiceProps) {
  const [isChosen, setChosen] = useState(false);
  const shown = isChosen ? undefined : problem;
  return (
    <fieldset aria-describedby={shown && id} className="flex flex-col">
      <legend className="text-sm font-medium">{texts.scopes}</legend>
      {toolScopes.map((scope) => (
        <Checkbox
          key={scope}
          name="scopes"
          value={scope}
          aria-invalid={shown ? true : undefined}
          onChange={({ currentTarget: { form } }) =>
            setChosen(form !== null && new FormData(form).getAll('scopes').length > 0)
          }
        >
          {scopeText(scope, texts)}
        </Checkbox>
      ))}
      {shown && (
        <p id={id} className="text-sm font-medium text-danger">
          {shown}
        </p>
      )}
    </fieldset>
  );
}
