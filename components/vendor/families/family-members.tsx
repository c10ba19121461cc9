import { useRouter } from 'next/navigation';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { FamilyView } from '#lib/store/schemas/family.ts';
import { patch } from '#lib/web/api/api-client.ts';

type FamilyMembersProps = {
  readonly family: FamilyView;
  readonly productId: string;
  readonly statuses: SellerTexts<'products'>;
  readonly texts: SellerTexts<'families'>;
};

/** Shows the variants of a family. Each leads to its own editor and can become a single product again. */
export function FamilyMembers({ family, productId, statuses, texts }: FamilyMembersProps) {
  const router = useRouter();
  const { reader, go, errorText } = useSeller();
  const { isBusy, problem, act } = useAction(errorText);
  const nameOf = (values: readonly string[]) => values.join(', ');
  const separate = (gone: string) => {
    const members = family.members
      .filter((member) => member.productId !== gone)
      .map((member) => ({ productId: member.productId, values: member.values }));
    act(
      () => patch(`/api/vendor/families/${family.id}`, { members, version: family.version }),
      () => router.refresh(),
    );
  };

  return (
    <div className="flex flex-col gap-3">
      <DataTable
        caption={texts.variants}
        columns={[
          {
            header: texts.variant,
            href: (member) => go(`/sell/products/${member.productId}`),
            cell: ({ values, productId: id }) => (
              <span className="font-medium wrap-anywhere">
                {nameOf(values)}
                {id === productId && <span className="font-normal text-muted"> ({texts.thisOne})</span>}
              </span>
            ),
          },
          { header: texts.status, cell: ({ status }) => <Badge>{statuses[`is_${status}`]}</Badge> },
          {
            header: texts.price,
            isNumeric: true,
            cell: ({ priceMinor, currency }) => moneyText(priceMinor, currency, reader.locale),
          },
          { header: texts.available, isNumeric: true, cell: ({ available }) => available },
          {
            header: texts.action,
            cell: ({ productId: id, values }) => (
              <Button
                look="quiet"
                busy={isBusy}
                onClick={() => separate(id)}
                aria-label={fill(texts.separateOf, { variant: nameOf(values) }, reader.locale)}
              >
                {texts.separate}
              </Button>
            ),
          },
        ]}
        rows={family.members}
        keyOf={(member) => member.productId}
      />
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
    </div>
  );
}
