import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { FieldErrors } from './compose-props.ts';

const MOST = 20;

/** Shows the fields for the requested environment variables. Only names, because values do not belong in a conversation. */
export function EnvFields({ errorOf }: FieldErrors) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messageCompose;
  const [count, setCount] = useState(1);

  return (
    <>
      <p className="text-muted">{texts.envNote}</p>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only the position identifies a field, and fields are only added.
        <fieldset key={at} className="flex min-w-0 flex-col gap-3 border-b border-line pb-4">
          <legend className="mb-2 font-medium">{fill(texts.envItem, { at: at + 1 }, locale)}</legend>
          <div className="grid gap-4 xs:grid-cols-2">
            <TextField
              id={`env-key-${at}`}
              name="key"
              label={texts.envKey}
              hint={at === 0 ? texts.envKeyHint : undefined}
              error={at === 0 ? errorOf('key') : undefined}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="font-mono"
            />
            <TextField
              id={`env-label-${at}`}
              name="label"
              label={texts.envLabel}
              note={texts.optional}
              maxLength={200}
            />
          </div>
          <Checkbox name="required" value={String(at)} defaultChecked>
            {texts.envRequired}
          </Checkbox>
        </fieldset>
      ))}
      {count < MOST && (
        <Button look="quiet" className="self-start" onClick={() => setCount(count + 1)}>
          <Plus aria-hidden className="size-5" />
          {texts.envMore}
        </Button>
      )}
    </>
  );
}
