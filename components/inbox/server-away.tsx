import { Alert } from '#components/ui/alert.tsx';
import { useSay } from './inbox-texts.ts';

/** Shows that the server does not respond. */
export function ServerAway() {
  const t = useSay('inbox');
  return (
    <Alert kind="warning" role="status" title={t('away')}>
      {t('awayText')}
    </Alert>
  );
}
