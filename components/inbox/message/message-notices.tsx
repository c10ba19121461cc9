import { fullNameOf } from '#components/inbox/inbox-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import type { EmailMessageView } from '#lib/crm/schemas/message.ts';
import type { Say } from '#lib/i18n/console/texts.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const warnings = new Set(['spoofSuspected', 'newParticipant', 'messageIdReused']);

/** Shows what a user should know before trusting or answering a mail. */
export async function MessageNotices({ message }: { readonly message: EmailMessageView }) {
  const { t } = await consoleTexts('mail');
  const { flags, from, replyTo, encrypted, bounce } = message;
  const hard = flags.filter((flag) => warnings.has(flag));
  const soft = flags.filter((flag) => !warnings.has(flag));
  const answersElsewhere = replyTo !== null && replyTo.email.toLowerCase() !== from.email.toLowerCase();
  return (
    <>
      {hard.map((flag) => (
        <Alert key={flag} kind={flag === 'spoofSuspected' ? 'danger' : 'warning'}>
          {t(`flag_${flag}`)}
        </Alert>
      ))}
      {answersElsewhere && (
        <Alert kind="warning">
          {t('replyTo')} <strong className="wrap-anywhere">{fullNameOf(replyTo)}</strong>.{' '}
          {t(isSameDomain(replyTo.email, from.email) ? 'replyThere' : 'replyElsewhere')}
        </Alert>
      )}
      {encrypted && <Alert kind="warning">{t('encrypted', { kind: encrypted === 'pgp' ? 'PGP' : 'S/MIME' })}</Alert>}
      {bounce && <BounceNotice bounce={bounce} t={t} />}
      {soft.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm text-muted">
          {soft.map((flag) => (
            <li key={flag}>{t(`flag_${flag}`)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
const isSameDomain = (a: string, b: string): boolean => domainOf(a) === domainOf(b);

type BounceNoticeProps = { readonly bounce: NonNullable<EmailMessageView['bounce']>; readonly t: Say<'mail'> };

function BounceNotice({ bounce, t }: BounceNoticeProps) {
  return (
    <Alert kind={bounce.outcome === 'permanent' ? 'danger' : 'info'} title={t(`bounce_${bounce.outcome}`)}>
      <ul>
        {bounce.recipients.map(({ address, status, replyCode, reason, diagnostic }) => (
          <li key={address} className="wrap-anywhere">
            {address}: {t(`reason_${reason}`)}
            {(status ?? replyCode) && ` (${[replyCode, status].filter(Boolean).join(' ')})`}
            {diagnostic && <span className="block text-muted">{diagnostic}</span>}
          </li>
        ))}
      </ul>
      {bounce.hard && <p>{t('hardBounce')}</p>}
    </Alert>
  );
}
