import type { Route } from 'next';
import { getFormatter } from 'next-intl/server';
import { Badge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type CaughtMailCardProps = {
  readonly mail: {
    readonly subject: string;
    readonly to: string;
    readonly at: string;
    readonly code: string | null;
    readonly link: string | null;
    readonly text: string;
    readonly html: string;
    readonly plane: 'platform' | 'crm';
  };
};

/** Returns the path and query of a link, so that the link works under any host name of this machine. */
const pathOf = (link: string): Route => {
  const { pathname, search } = new URL(link);
  return `${pathname}${search}` as Route; // from our own email, so a known route
};

/** Shows an email that was caught instead of sent: its code and link first, and the rest collapsed. */
export async function CaughtMailCard({ mail }: CaughtMailCardProps) {
  const [{ t }, format] = await Promise.all([pageTexts('devMailbox'), getFormatter()]);
  return (
    <article className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5">
      <header>
        <h2 className="flex flex-wrap items-center gap-3 text-lg">
          {mail.subject}
          {mail.plane === 'crm' && <Badge>{t('crm')}</Badge>}
        </h2>
        <p className="text-sm text-muted">
          {t('to', { email: mail.to })} ·{' '}
          <time dateTime={mail.at}>{format.dateTime(new Date(mail.at), { timeStyle: 'medium' })}</time>
        </p>
      </header>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {mail.code && (
          <p>
            <span className="sr-only">{t('code')} </span>
            <code className="text-2xl tracking-[0.2em] tabular-nums select-all">{mail.code}</code>
          </p>
        )}
        {mail.link && (
          <LinkButton href={pathOf(mail.link)} look="secondary" size="small">
            {t('openLink')}
          </LinkButton>
        )}
      </div>
      <details>
        <summary className="min-h-9 cursor-pointer text-sm text-muted">{t('text')}</summary>
        <pre className="overflow-x-auto rounded-md bg-sunken p-4 text-sm whitespace-pre-wrap">{mail.text}</pre>
      </details>
      {mail.html !== '' && (
        <details>
          <summary className="min-h-9 cursor-pointer text-sm text-muted">{t('html')}</summary>
          <iframe
            sandbox=""
            title={mail.subject}
            srcDoc={mail.html}
            className="h-120 w-full rounded-md border border-line bg-white"
          />
        </details>
      )}
    </article>
  );
}
