import { sendBeacon } from './beacon.ts';
import { openPageErrors, type PageErrors } from './page-errors.ts';

/** Errors from before the page is watched. */
const early: unknown[] = [];
const MOST_EARLY = 5;
let errors: PageErrors | null = null;

/** Reports an error that a part of the page has caught. Nothing is sent from a page that is not watched. */
export function notePageError(thrown: unknown): void {
  if (errors) errors.note(thrown);
  else if (early.length < MOST_EARLY) early.push(thrown);
}

/** Reports the errors of this page until the returned function is called. */
export function watchPage(): () => void {
  errors ??= openPageErrors(
    () => location.pathname,
    (error) => sendBeacon('/api/analytics/errors', error),
  );
  for (const thrown of early.splice(0)) errors.note(thrown);

  const onError = ({ error, message, filename }: ErrorEvent): void => {
    // Extensions run their scripts in our pages.
    if (filename === '' || new URL(filename, location.href).origin === location.origin)
      notePageError(error ?? new Error(message));
  };
  const onRejection = ({ reason }: PromiseRejectionEvent): void => notePageError(reason);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}
