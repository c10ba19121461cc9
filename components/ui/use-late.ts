import { useRef, useState } from 'react';

export type Late<Part> = {
  /** The part; null before it is loaded. */
  readonly part: Part | null;
  readonly hasFailed: boolean;
  /** Loads the part unless it is loaded. After a failure, this is the retry. */
  readonly load: () => void;
};

/**
 * Loads a part of a page on its first use, such as a dialog. `lazy` of React keeps a failure for good and throws it,
 * which replaces the page by its error page.
 */
export function useLate<Part extends object>(fetchPart: () => Promise<Part>): Late<Part> {
  const [part, setPart] = useState<Part | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const isLoading = useRef(false);

  const load = () => {
    if (part !== null || isLoading.current) return;
    isLoading.current = true;
    setFailed(false);
    fetchPart()
      .then(setPart, () => setFailed(true))
      .finally(() => {
        isLoading.current = false;
      });
  };
  return { part, hasFailed, load };
}
