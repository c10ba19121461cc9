'use client';

import { lazy, Suspense, useState } from 'react';
import { consoleTime } from '#components/admin/console-time.ts';
import { counted } from '#components/inbox/inbox-words.ts';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import type { EmailStatus } from '#lib/crm/contacts/values.ts';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';

const ContactDialog = lazy(() => import('./contact-dialog.tsx').then((module) => ({ default: module.ContactDialog })));
const EraseDialog = lazy(() => import('./erase-dialog.tsx').then((module) => ({ default: module.EraseDialog })));

const statusTones: Readonly<Record<EmailStatus, Tone>> = {
  unknown: 'neutral',
  ok: 'success',
  bounced: 'danger',
  complained: 'danger',
};
const statusWords: Readonly<Record<EmailStatus, string>> = {
  unknown: 'no emails sent yet',
  ok: 'emails arrive',
  bounced: 'emails bounce',
  complained: 'marked our email as spam',
};

/** Shows a contact with the actions for it. Their dialogs are loaded on demand. */
export function ContactCard({ contact }: { readonly contact: EmailContactView }) {
  const [dialog, setDialog] = useState<'edit' | 'erase' | null>(null);
  const close = () => setDialog(null);
  const { id, email, name, company, type, emailStatus, threadCount, messageCount, firstSeenAt } = contact;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        <p className="font-medium wrap-anywhere">{name ?? email}</p>
        {name && <p className="text-muted wrap-anywhere">{email}</p>}
        {(company ?? type) && <p className="text-muted">{[company, type].filter(Boolean).join(' · ')}</p>}
      </div>
      <p>
        <Badge tone={statusTones[emailStatus]}>{statusWords[emailStatus]}</Badge>
      </p>
      <p className="text-muted">
        {counted(threadCount, 'thread')}, {counted(messageCount, 'mail')}
        {firstSeenAt && `, since ${consoleTime(firstSeenAt)}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="secondary" aria-haspopup="dialog" onClick={() => setDialog('edit')}>
          Edit…
        </Button>
        <a
          href={`/api/admin/email/contacts/${id}/export`}
          download={`${id}.json`}
          className={buttonClass({ look: 'secondary', size: 'small' })}
        >
          Export
        </a>
        <Button size="small" look="danger" aria-haspopup="dialog" onClick={() => setDialog('erase')}>
          Erase…
        </Button>
      </div>
      <Suspense fallback={null}>
        {dialog === 'edit' && <ContactDialog contact={contact} onClose={close} />}
        {dialog === 'erase' && <EraseDialog contact={contact} onClose={close} />}
      </Suspense>
    </div>
  );
}
