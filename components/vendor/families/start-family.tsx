import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { post } from '#lib/web/api/api-client.ts';
import { isSoundOption, optionsOf, valuesOf } from '#lib/web/seller/variant-draft.ts';
import { OptionFields } from './option-fields.tsx';

type StartFamilyProps = { readonly productId: string; readonly texts: SellerTexts<'families'> };

/** Makes a single product the first variant: its options, and which value of each it has. */
export function StartFamily({ productId, texts }: StartFamilyProps) {
  const id = useId();
  const router = useRouter();
  const { reader, errorText } = useSeller();
  const { isBusy, problem, act } = useAction(errorText);
  const [drafts, setDrafts] = useState<Parameters<typeof isSoundOption>[0][]>([{ name: '', values: '' }]);
  const [own, setOwn] = useState<readonly string[]>([]);
  const [isChecked, setChecked] = useState(false);

  const start = () => {
    setChecked(true);
    if (!drafts.every(isSoundOption)) return;
    const options = optionsOf(drafts);
    const values = options.map((option, at) => own[at] ?? option.values[0]?.value ?? '');
    const known = values.map((value, at) =>
      options[at]?.values.some((each) => each.value === value) ? value : (options[at]?.values[0]?.value ?? ''),
    );
    act(
      () => post('/api/vendor/families', { productId, options, values: known }),
      () => router.refresh(),
    );
  };

  return (
    <Form onSubmit={start} className="flex flex-col gap-5">
      <OptionFields drafts={drafts} onChange={(next) => setDrafts([...next])} kept={0} {...{ isChecked, texts }} />
      <div className="grid gap-4 sm:grid-cols-3">
        {drafts.map((draft, at) =>
          valuesOf(draft.values).length === 0 ? null : (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: an option has no identity but its place.
              key={at}
              id={`${id}-own-${at}`}
              label={fill(texts.ownValue, { option: draft.name.trim() || String(at + 1) }, reader.locale)}
              value={own[at] || valuesOf(draft.values)[0]}
              onChange={({ target }) =>
                setOwn(drafts.map((_, place) => (place === at ? target.value : (own[place] ?? ''))))
              }
            >
              {valuesOf(draft.values).map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </SelectField>
          ),
        )}
      </div>
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      <div>
        <Button type="submit" busy={isBusy}>
          {texts.start}
        </Button>
      </div>
    </Form>
  );
}
