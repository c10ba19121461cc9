'use client';

import './globals.css';

/**
 * Renders the error page after the layout itself has failed. Only this page is left, so the text is in all three
 * languages.
 */
export default function GlobalError({ retry }: { readonly error: Error; readonly retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto flex max-w-xl grow flex-col items-start justify-center gap-3 px-4 py-20">
          <h1 className="text-3xl">This page did not work out.</h1>
          <p lang="uk">Ця сторінка не вдалася. Спробуйте ще раз.</p>
          <p lang="ru">Эта страница не получилась. Попробуйте ещё раз.</p>
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
