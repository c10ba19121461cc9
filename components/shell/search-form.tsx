'use client';

import { Search } from 'lucide-react';
import { useSearchParams } from 'next/navigation';

type SearchFormProps = {
  readonly id: string;
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
};

/**
 * Shows the search as a plain form, so that it works before scripts load and without them. The field keeps the search
 * text.
 */
export function SearchForm({ id, action, label, placeholder }: SearchFormProps) {
  const search = useSearchParams().get('search') ?? '';
  return (
    <search className="w-full">
      <form action={action} className="relative">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          key={search}
          id={id}
          type="search"
          name="search"
          defaultValue={search}
          maxLength={200}
          placeholder={placeholder}
          enterKeyHint="search"
          className="min-h-11 w-full rounded-full border border-line bg-sunken py-2 ps-4 pe-12 text-base placeholder:text-muted hover:border-line-strong focus:bg-surface"
        />
        <button
          type="submit"
          aria-label={label}
          className="absolute end-0 top-0 flex size-11 items-center justify-center rounded-full"
        >
          <Search aria-hidden className="size-5" />
        </button>
      </form>
    </search>
  );
}
