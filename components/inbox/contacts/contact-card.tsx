'use client';

import { lazy, Suspense, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import type { EmailStatus } from '#lib/crm/contacts/values.ts';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import { dayText } from '#lib/i18n/console/times.ts';

const ContactDialog = lazy(() => import('./contact-dialog.tsx').then((module) => ({ default: module.ContactDialog })));
const EraseDialog = lazy(() => import('./erase-dialog.tsx').then((module) => ({ default: module.EraseDialog })));

const statusTones: Readonly<Record<EmailStatus, Tone>> = {
  unknown: 'neutral',
  ok: 'success',
  bounced: 'danger',
  complained: 'danger',
};

/** Shows a contact with the actions for it. Their dialogs are loaded on demand. */
export function ContactCard({ contact }: { readonly contact: EmailContactView }) {
  const t = useSay('crm');
  const reader = useReader();
  const [dialog, setDialog] = useState<'edit' | 'erase' | null>(null);
  const close = () => setDialog(null);
  const { id, email, name, company, type, emailStatus, threadCount, messageCount, firstSeenAt } = contact;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        <p dir="auto" className="font-medium wrap-anywhere">
          {name ?? email}
        </p>
        {name && <p className="text-muted wrap-anywhere">{email}</p>}
        {(company ?? type) && (
          <p dir="auto" className="text-muted">
            {[company, type].filter(Boolean).join(' · ')}
          </p>
        )}
      </div>
      <p>
        <Badge tone={statusTones[emailStatus]}>{t(`email_${emailStatus}`)}</Badge>
      </p>
      <p className="text-muted" suppressHydrationWarning>
        {t('contactThreads', { count: threadCount })}, {t('contactEmails', { count: messageCount })}
        {firstSeenAt && `, ${t('contactSince', { date: dayText(firstSeenAt, reader) })}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="secondary" aria-haspopup="dialog" onClick={() => setDialog('edit')}>
          {t('edit')}
        </Button>
        <a
          href={`/api/admin/email/contacts/${id}/export`}
          download={`${id}.json`}
          className={buttonClass({ look: 'secondary', size: 'small' })}
        >
          {t('export')}
        </a>
        <Button size="small" look="danger" aria-haspopup="dialog" onClick={() => setDialog('erase')}>
          {t('erase')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {dialog === 'edit' && <ContactDialog contact={contact} onClose={close} />}
        {dialog === 'erase' && <EraseDialog contact={contact} onClose={close} />}
      </Suspense>
    </div>
  );
}
