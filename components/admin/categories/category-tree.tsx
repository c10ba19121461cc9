'use client';

import { FolderTree } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { AdminCategory } from '#lib/store/schemas/category.ts';
import { patch } from '#lib/web/api/api-client.ts';
import { CategoryForm } from './category-form.tsx';
import { type CategoryAct, CategoryRowActions, type Step, stepId } from './category-row-actions.tsx';
import { DeleteCategory } from './delete-category.tsx';
import { MoveCategory } from './move-category.tsx';
import { isHiddenAbove, siblingsOf, stepTo } from './tree-steps.ts';
import { useCategoryError } from './use-category-error.ts';

/** How often the page asks whether products have left a category that is being deleted. */
const ASK_MS = 3_000;

type CategoryTreeProps = {
  readonly tree: readonly AdminCategory[];
  readonly texts: ConsoleTexts<'categories'>;
};
type Asked = { readonly act: CategoryAct; readonly category: AdminCategory } | { readonly act: 'create' };

/** Shows the tree of categories with its changes, each in a dialog, and the steps among siblings. */
export function CategoryTree({ tree, texts }: CategoryTreeProps) {
  const { locale } = useReader();
  const router = useRouter();
  const prefix = useId();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState('');
  const stepped = useRef('');
  const said = useRef<HTMLParagraphElement>(null);
  const { isBusy, problem, act } = useAction(useCategoryError(texts));
  useFocusAfterStep(stepped, tree);
  useRefreshWhile(
    tree.some(({ movedInto }) => movedInto !== null),
    () => router.refresh(),
  );

  const nameOf = (category: AdminCategory | undefined) => category?.name[locale] ?? '';
  const say = (text: string) => {
    setDone(text);
    router.refresh();
  };
  const step = (category: AdminCategory, by: Step) => {
    const position = stepTo(tree, category, by);
    if (position === null) return;
    const siblings = siblingsOf(tree, category);
    const place = siblings.findIndex(({ id }) => id === category.id) + (by === 'up' ? 0 : 2);
    act(
      () => patch(`/api/admin/categories/${category.id}`, { position, version: category.version }),
      () => {
        stepped.current = stepId(category.id, by);
        say(fill(texts.placed, { name: nameOf(category), place, count: siblings.length }, locale));
      },
    );
  };

  const columns: readonly Column<AdminCategory>[] = [
    {
      header: texts.name,
      breaksWords: true,
      cell: (category) => (
        <span className={indents[category.depth - 1]} id={prefix + category.id}>
          <span dir="auto" className="font-medium">
            {nameOf(category)}
          </span>{' '}
          <State category={category} tree={tree} texts={texts} nameOf={nameOf} />
        </span>
      ),
    },
    { header: texts.address, breaksWords: true, cell: ({ slug }) => <span translate="no">{slug}</span> },
    {
      header: texts.products,
      isNumeric: true,
      cell: ({ products }) => new Intl.NumberFormat(locale).format(products),
    },
    {
      header: texts.actions,
      cell: (category) =>
        category.movedInto === null && (
          <CategoryRowActions
            category={category}
            steps={{ up: stepTo(tree, category, 'up') !== null, down: stepTo(tree, category, 'down') !== null }}
            describedBy={prefix + category.id}
            isBusy={isBusy}
            texts={texts}
            onAct={(what) => setAsked({ act: what, category })}
            onStep={(by) => step(category, by)}
          />
        ),
    },
  ];
  const create = (label: string) => <PressButton onPress={() => setAsked({ act: 'create' })}>{label}</PressButton>;
  const onClose = () => setAsked(null);

  return (
    <>
      {tree.length > 0 && <div className="flex">{create(texts.create)}</div>}
      <p ref={said} role="status" tabIndex={-1} className="min-h-6 text-muted outline-none">
        {done}
      </p>
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      <DataTable
        caption={texts.list}
        columns={columns}
        rows={tree}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={texts.none} icon={<FolderTree aria-hidden />} action={create(texts.createFirst)}>
            {texts.noneText}
          </EmptyState>
        }
      />
      {asked?.act === 'create' && (
        <CategoryForm
          title={texts.create}
          tree={tree}
          category={null}
          texts={texts}
          onDone={(name) => say(fill(texts.created, { name: name[locale] }, locale))}
          onClose={onClose}
        />
      )}
      {asked?.act === 'edit' && (
        <CategoryForm
          title={fill(texts.editTitle, { name: nameOf(asked.category) }, locale)}
          tree={tree}
          category={asked.category}
          texts={texts}
          onDone={(name) => say(fill(texts.saved, { name: name[locale] }, locale))}
          onClose={onClose}
        />
      )}
      {asked?.act === 'move' && (
        <MoveCategory
          tree={tree}
          category={asked.category}
          texts={texts}
          onDone={() => say(fill(texts.moved, { name: nameOf(asked.category) }, locale))}
          onClose={onClose}
        />
      )}
      {asked?.act === 'delete' && (
        <DeleteCategory
          tree={tree}
          category={asked.category}
          texts={texts}
          onDone={(into, moving) => {
            const name = nameOf(asked.category);
            say(fill(into ? texts.moving : texts.deleted, into ? { count: moving } : { name }, locale));
            // The pressed button disappears with its row.
            said.current?.focus();
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}

const indents = ['', 'ps-6', 'ps-12', 'ps-18'] as const;

type StateProps = CategoryTreeProps & {
  readonly category: AdminCategory;
  readonly nameOf: (category: AdminCategory | undefined) => string;
};

function State({ category, tree, texts, nameOf }: StateProps) {
  const { locale } = useReader();
  const { movedInto, hidden } = category;
  if (movedInto !== null) {
    const name = nameOf(tree.find(({ id }) => id === movedInto));
    return (
      <Badge tone="warning" wraps>
        {fill(texts.emptying, { name }, locale)}
      </Badge>
    );
  }
  if (hidden) return <Badge>{texts.hidden}</Badge>;
  return isHiddenAbove(tree, category) ? <Badge wraps>{texts.hiddenAbove}</Badge> : null;
}

/** A row that changes places loses the focus of its button. This gives it back after the refresh. */
function useFocusAfterStep(stepped: { current: string }, tree: readonly AdminCategory[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have changed places when the tree is another
  useEffect(() => {
    if (stepped.current) document.getElementById(stepped.current)?.focus();
    stepped.current = '';
  }, [stepped, tree]);
}

function useRefreshWhile(isOn: boolean, refresh: () => void): void {
  const again = useEffectEvent(refresh);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => again(), ASK_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}
