'use client';

import './globals.css';
import { useNotedError } from '#components/shell/collecting/use-noted-error.ts';

type GlobalErrorProps = { readonly error: Error & { digest?: string }; readonly retry: () => void };

/**
 * Renders the error page after the layout itself has failed. Only this page is left, so the text is in all three
 * languages.
 */
export default function GlobalError({ error, retry }: GlobalErrorProps) {
  useNotedError(error);
  return (
    <html lang="en">
      <body>
        <main className="mx-auto flex max-w-xl grow flex-col items-start justify-center gap-3 px-4 py-20">
          <h1 className="text-3xl">Something went wrong. Please try again.</h1>
          <p lang="uk">Щось пішло не так. Спробуйте ще раз.</p>
          <p lang="ru">Что-то пошло не так. Попробуйте ещё раз.</p>
          <button
            type="button"
            onClick={retry}
            className="mt-4 min-h-11 rounded-md bg-primary px-5 font-medium text-primary-text"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
