import type { NamedAct } from '#lib/admin/audit/audit-page.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { actText } from './act-text.ts';

/** Shows what an act changed, side by side, and where it came from. It opens without a script. */
export async function ActDetails({ act }: { readonly act: NamedAct }) {
  const [{ t, texts }, people] = await Promise.all([consoleTexts('audit'), consoleTexts('people')]);
  const about = [
    [t('reason'), act.reason],
    [t('role'), act.actorRole && people.t(`role_${act.actorRole}`)],
    [t('device'), act.device],
    [t('request'), act.requestId],
    [t('row'), act.id],
  ] as const;
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4 sm:min-h-6">
        {t('open')}
        <span className="sr-only">
          {' '}
          {actText(texts, act.action)} <span translate="no">{act.targetId}</span>
        </span>
      </summary>
      <div className="flex min-w-0 flex-col gap-4 py-3 sm:min-w-80">
        <div className="grid gap-4 sm:grid-cols-2">
          <FactList title={t('before')} facts={act.before} nothing={t('nothing')} />
          <FactList title={t('after')} facts={act.after} nothing={t('nothing')} />
        </div>
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
          {about.map(
            ([name, value]) =>
              value && (
                <div key={name} className="min-w-0">
                  <dt className="text-muted">{name}</dt>
                  <dd dir={value === act.reason ? 'auto' : undefined} className="wrap-anywhere">
                    {value}
                  </dd>
                </div>
              ),
          )}
        </dl>
      </div>
    </details>
  );
}

type FactListProps = { readonly title: string; readonly facts: NamedAct['before']; readonly nothing: string };

/** Shows facts as they are stored: ids and closed words. */
function FactList({ title, facts, nothing }: FactListProps) {
  const entries = Object.entries(facts ?? {});
  return (
    <div className="min-w-0 rounded-md border border-line bg-sunken p-3 text-sm">
      <p className="pb-2 font-medium">{title}</p>
      {entries.length === 0 ? (
        <p className="text-muted">{nothing}</p>
      ) : (
        <dl translate="no" className="flex flex-col gap-2">
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere">{String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
