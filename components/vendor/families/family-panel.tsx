'use client';

import { EditorSection } from '#components/vendor/editor/editor-section.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { FamilyView } from '#lib/store/schemas/family.ts';
import { FamilyMembers } from './family-members.tsx';
import { FamilyOptions } from './family-options.tsx';
import { NewVariants } from './new-variants.tsx';
import { StartFamily } from './start-family.tsx';

type FamilyPanelProps = {
  readonly productId: string;
  /** Null for a single product. */
  readonly family: FamilyView | null;
  readonly statuses: SellerTexts<'products'>;
  readonly texts: SellerTexts<'families'>;
};

/** Edits the variants of a product: its options, its siblings, and new ones. */
export function FamilyPanel({ productId, family, statuses, texts }: FamilyPanelProps) {
  return (
    <EditorSection title={texts.variants} hint={texts.hint}>
      {family ? (
        // What was typed belongs to one version of the family.
        <div key={family.version} className="flex flex-col gap-6">
          <FamilyMembers {...{ family, productId, statuses, texts }} />
          <FamilyOptions {...{ family, texts }} />
          <NewVariants {...{ family, productId, texts }} />
        </div>
      ) : (
        <StartFamily {...{ productId, texts }} />
      )}
    </EditorSection>
  );
}
