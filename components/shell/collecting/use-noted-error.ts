import { useEffect } from 'react';
import { notePageError } from '#lib/web/collecting/watch-page.ts';

/** Reports the error that an error page shows. The server has noted one with a digest itself. */
export function useNotedError(error: Error & { digest?: string }): void {
  useEffect(() => {
    if (error.digest === undefined) notePageError(error);
  }, [error]);
}
