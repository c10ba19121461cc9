import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { FieldErrors } from './compose-props.ts';

const FEWEST = 2;
const MOST = 12;

/** Shows the fields for a question and its options. */
export function PollFields({ errorOf }: FieldErrors) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messageCompose;
  const [count, setCount] = useState(FEWEST + 1);

  return (
    <>
      <TextField
        id="poll-question"
        name="question"
        label={texts.question}
        error={errorOf('question')}
        maxLength={300}
      />
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-3 font-medium">{texts.options}</legend>
        {Array.from({ length: count }, (_, at) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: only the position identifies a field, and fields are only added.
            key={at}
            id={`poll-option-${at}`}
            name="option"
            label={fill(texts.option, { at: at + 1 }, locale)}
            error={at === 0 ? errorOf('option') : undefined}
            maxLength={200}
            autoComplete="off"
          />
        ))}
        {count < MOST && (
          <Button look="quiet" className="self-start" onClick={() => setCount(count + 1)}>
            <Plus aria-hidden className="size-5" />
            {texts.moreOptions}
          </Button>
        )}
      </fieldset>
      <Checkbox name="multiple">{texts.multiple}</Checkbox>
      <TextField
        id="poll-closes"
        name="closesAt"
        type="datetime-local"
        label={texts.closesAt}
        note={texts.optional}
        error={errorOf('closesAt')}
      />
    </>
  );
}
