import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { FamilyView } from '#lib/store/schemas/family.ts';
import { ApiProblem, patch } from '#lib/web/api/api-client.ts';
import { draftsOf, isSoundOption, type OptionDraft, optionsOf } from '#lib/web/seller/variant-draft.ts';
import { OptionFields } from './option-fields.tsx';

type FamilyOptionsProps = { readonly family: FamilyView; readonly texts: SellerTexts<'families'> };

/** Changes the options of a family. Each variant gets the first value of a new option. */
export function FamilyOptions({ family, texts }: FamilyOptionsProps) {
  const router = useRouter();
  const { errorText } = useSeller();
  const { isBusy, problem, act } = useAction((error) =>
    error instanceof ApiProblem && error.status === 400 ? texts.bad_values : errorText(error),
  );
  const [drafts, setDrafts] = useState<readonly OptionDraft[]>(() => draftsOf(family.options));
  const [isChecked, setChecked] = useState(false);

  const save = () => {
    setChecked(true);
    if (!drafts.every(isSoundOption)) return;
    const options = optionsOf(drafts, family.options);
    const added = options.slice(family.options.length).map(({ values }) => values[0]?.value ?? '');
    const members = family.members.map(({ productId, values }) => ({ productId, values: [...values, ...added] }));
    act(
      () => patch(`/api/vendor/families/${family.id}`, { options, members, version: family.version }),
      () => router.refresh(),
    );
  };

  return (
    <details className="rounded-md border border-line p-4">
      <summary className="min-h-6 cursor-pointer font-medium">{texts.editOptions}</summary>
      <Form onSubmit={save} className="flex flex-col gap-4 pt-4">
        <OptionFields drafts={drafts} onChange={setDrafts} kept={family.options.length} {...{ isChecked, texts }} />
        {problem && (
          <Alert kind="danger" role="alert">
            {problem}
          </Alert>
        )}
        <div>
          <Button type="submit" look="secondary" busy={isBusy}>
            {texts.saveOptions}
          </Button>
        </div>
      </Form>
    </details>
  );
}
