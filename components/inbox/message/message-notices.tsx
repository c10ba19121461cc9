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
          Its Reply-To names <strong className="wrap-anywhere">{fullNameOf(replyTo)}</strong>.{' '}
          {isSameDomain(replyTo.email, from.email)
            ? 'An answer goes there.'
            : 'That is another domain, so an answer goes to the sender; you may choose the other one when sending.'}
        </Alert>
      )}
      {encrypted && (
        <Alert kind="warning">
          This mail is encrypted with {encrypted === 'pgp' ? 'PGP' : 'S/MIME'} and cannot be read here. Save its source
          and open it in a mail program that has the key.
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
  permanent: 'A mail of ours came back',
  transient: 'A mail of ours is delayed',
  delivered: 'A mail of ours has arrived',
  unknown: 'A report about a mail of ours',
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
      {bounce.hard && <p>The address itself is dead: a further mail to it will come back as well.</p>}
    </Alert>
  );
}
