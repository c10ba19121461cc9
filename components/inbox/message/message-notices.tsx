import { fullNameOf, messageFlagWords, plain } from '#components/inbox/inbox-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import type { EmailMessageView } from '#lib/crm/schemas/message.ts';

const warnings = new Set(['spoofSuspected', 'newParticipant', 'messageIdReused']);

/** Shows what a user should know before trusting or answering a mail. */
export function MessageNotices({ message }: { readonly message: EmailMessageView }) {
  const { flags, from, replyTo, encrypted, bounce } = message;
  const hard = flags.filter((flag) => warnings.has(flag));
  const soft = flags.filter((flag) => !warnings.has(flag));
  const answersElsewhere = replyTo !== null && replyTo.email.toLowerCase() !== from.email.toLowerCase();
  return (
    <>
      {hard.map((flag) => (
        <Alert key={flag} kind={flag === 'spoofSuspected' ? 'danger' : 'warning'}>
          {messageFlagWords[flag]}
        </Alert>
      ))}
      {answersElsewhere && (
        <Alert kind="warning">
          Reply-To address: <strong className="wrap-anywhere">{fullNameOf(replyTo)}</strong>.{' '}
          {isSameDomain(replyTo.email, from.email)
            ? 'Your reply will be sent there.'
            : 'It is on another domain, so your reply will go to the sender. You can choose the other address when sending.'}
        </Alert>
      )}
      {encrypted && (
        <Alert kind="warning">
          This email is encrypted with {encrypted === 'pgp' ? 'PGP' : 'S/MIME'} and cannot be read here. Save its source
          and open it in an email app that has the key.
        </Alert>
      )}
      {bounce && <BounceNotice bounce={bounce} />}
      {soft.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm text-muted">
          {soft.map((flag) => (
            <li key={flag}>{messageFlagWords[flag]}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
const isSameDomain = (a: string, b: string): boolean => domainOf(a) === domainOf(b);

const outcomes = {
  permanent: 'Our email bounced',
  transient: 'Our email is delayed',
  delivered: 'Our email was delivered',
  unknown: 'Delivery report for our email',
} as const;

function BounceNotice({ bounce }: { readonly bounce: NonNullable<EmailMessageView['bounce']> }) {
  return (
    <Alert kind={bounce.outcome === 'permanent' ? 'danger' : 'info'} title={outcomes[bounce.outcome]}>
      <ul>
        {bounce.recipients.map(({ address, status, replyCode, reason, diagnostic }) => (
          <li key={address} className="wrap-anywhere">
            {address}: {plain(reason)}
            {(status ?? replyCode) && ` (${[replyCode, status].filter(Boolean).join(' ')})`}
            {diagnostic && <span className="block text-muted">{diagnostic}</span>}
          </li>
        ))}
      </ul>
      {bounce.hard && <p>This address does not work: further emails to it will bounce too.</p>}
    </Alert>
  );
}
