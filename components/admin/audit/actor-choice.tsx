import { Link } from '#components/ui/link.tsx';
import type { Candidate } from '#lib/admin/audit/act-filter.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { type AuditQuery, auditHref } from './audit-href.ts';

type ActorChoiceProps = { readonly candidates: readonly Candidate[]; readonly query: AuditQuery };

/** Shows the accounts that a search text may mean. Each leads to its acts. */
export async function ActorChoice({ candidates, query }: ActorChoiceProps) {
  const { t } = await consoleTexts('audit');
  if (candidates.length === 0) return t('nobody');
  return (
    <>
      <p>{t('several')}</p>
      <ul className="flex flex-col gap-2 pt-3">
        {candidates.map(({ id, name, email }) => (
          <li key={id}>
            <Link href={auditHref({ ...query, actor: id })} className="underline underline-offset-4">
              {name} <span className="wrap-anywhere">{email}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
