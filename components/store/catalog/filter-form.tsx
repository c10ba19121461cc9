'use client';

import type { Route } from 'next';
import { useRouter, useSearchParams } from 'next/navigation';
import {
  type ChangeEvent,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useTransition,
} from 'react';
import { catalogOfForm, catalogPath, inCurrency, readCatalog, withoutBlanks } from '#lib/web/catalog/catalog-url.ts';
import { CURRENCY_COOKIE, remember, SORT_COOKIE } from '#lib/web/cookies.ts';

/** The pause after the last keystroke before the typed text is applied. */
const REST_MS = 600;

const remembered: Readonly<Record<string, string>> = { sortBy: SORT_COOKIE, currency: CURRENCY_COOKIE };

type FilterFormProps = {
  readonly action: Route;
  /** The currency of the prices in the list. */
  readonly currency: string;
  readonly children: ReactNode;
  readonly className?: string;
};

/**
 * Shows the filters around the list. Without a script, they are a plain form with a button. With a script, each change
 * opens the address of the new list at once. The old list stays visible until the new one arrives, and Back undoes one
 * change at a time.
 */
export function FilterForm({ action, currency, children, className }: FilterFormProps) {
  const router = useRouter();
  const params = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null);
  const followed = useRef(false);
  const arrived = useRef(false);
  const [isPending, start] = useTransition();

  // When a chip, Back or a link changes the address, the controls follow it. They do not change while the user types or
  // while a change of this form is pending. `children` changes when the response arrives: only then are the select
  // values current.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new children are a new search result.
  useEffect(() => {
    if (!form.current || isPending) return;
    if (!arrived.current) {
      arrived.current = true;
      const early = [...form.current.elements].filter(isChanged);
      if (early.length > 0) {
        for (const control of early) take(control);
        return go();
      }
    }
    followAddress(form.current, { params, currency, isTyping: rest.current !== null });
    // The pressed chip has disappeared, so the focus moves to the number of results.
    if (followed.current && document.activeElement === document.body)
      form.current.querySelector<HTMLElement>('[data-results]')?.focus({ preventScroll: true });
    followed.current = false;
  }, [params, isPending, children]);
  useEffect(() => () => calm(rest), []);

  const go = () => {
    calm(rest);
    if (!form.current) return;
    const path = catalogPath(catalogOfForm(new FormData(form.current)));
    const target = path.replace('/products', action) as Route; // the same path with the language prefix of the page
    start(() => router.push(target, { scroll: false }));
  };

  const changed = ({ target }: ChangeEvent<HTMLFormElement>) => {
    const { type } = target as unknown as HTMLInputElement;
    take(target);
    calm(rest);
    if (type === 'checkbox' || type === 'select-one') return go();
    rest.current = setTimeout(go, REST_MS);
  };

  const take = (control: Named) => {
    keep(control);
    if (control.name === 'currency' && form.current) dropBounds(form.current);
  };

  const submitted = (event: FormEvent) => {
    event.preventDefault();
    go();
  };

  const pressed = ({ target }: MouseEvent) => {
    followed.current = target instanceof Element && target.closest('a') !== null;
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed with a key is a click as well.
    <form
      ref={form}
      action={action}
      onChange={changed}
      onSubmit={submitted}
      onClick={pressed}
      aria-busy={isPending}
      // Values that a browser restores after a reload would look like changes made before this script ran.
      autoComplete="off"
      className={className}
    >
      {children}
    </form>
  );
}

function calm(rest: RefObject<ReturnType<typeof setTimeout> | null>): void {
  if (rest.current !== null) clearTimeout(rest.current);
  rest.current = null;
}

type Named = Element & { name?: string; value?: string };

function keep({ name, value }: Named): void {
  const cookie = remembered[name ?? ''];
  if (cookie && value !== undefined) remember(cookie, value);
}

/** Clears the price bounds, because a bound typed in one currency is a different price in another. */
function dropBounds(form: HTMLFormElement): void {
  for (const control of form.elements) if (control instanceof HTMLInputElement && isBound(control)) control.value = '';
}

const isBound = ({ name }: HTMLInputElement): boolean => name === 'min' || name === 'max';

/** Returns true when a control was changed before hydration, when no listener existed. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) return control.value !== control.dataset.shown;
  if (!(control instanceof HTMLInputElement)) return false;
  return control.type === 'checkbox'
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

type Shown = { readonly params: URLSearchParams; readonly currency: string; readonly isTyping: boolean };

function followAddress(form: HTMLFormElement, { params, currency, isTyping }: Shown): void {
  const asked = readCatalog(Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)])));
  const state = inCurrency(asked, currency);
  for (const control of form.elements) {
    // The value the server chose, from the address or from a cookie.
    if (control instanceof HTMLSelectElement) control.value = control.dataset.shown ?? control.value;
    if (isTyping && control === document.activeElement) continue;
    if (control instanceof HTMLInputElement) {
      if (control.name === 'categories') control.checked = state.categories.includes(control.value);
      if (control.name === 'vendors') control.checked = state.vendors.includes(control.value);
      if (control.name === 'inStock') control.checked = state.inStock;
      // "1 000" stays as typed while the address contains 1000.
      if (control.name === 'min' && withoutBlanks(control.value) !== state.min) control.value = state.min;
      if (control.name === 'max' && withoutBlanks(control.value) !== state.max) control.value = state.max;
      if (control.name === 'search') control.value = state.search;
    }
  }
}
