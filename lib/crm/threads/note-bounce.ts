import { newId } from '#lib/core/ids.ts';
import { EmailContacts, EmailMessages, EmailTasks } from '#lib/crm/collections.ts';
import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import type { DeliveryStatus } from '#lib/crm/messages/values.ts';
import type { EmailContact } from '#lib/crm/schemas/contact.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import { newTask } from '#lib/crm/tasks/new-task.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';

/** The changes of a report outside its own thread. */
export type BounceEffect = {
  readonly reported: Row<EmailMessage>;
  readonly status: DeliveryStatus | null;
  /** The contacts that the report is about, when the address does not exist or its owner complained. */
  readonly contacts: readonly { readonly id: string; readonly emailStatus: EmailContact['emailStatus'] }[];
  readonly failed: boolean;
};

/** The order of delivery statuses. A report never replaces a later status with an earlier one. */
const rank: Readonly<Record<DeliveryStatus, number>> = {
  sending: 0,
  unknown: 0,
  failed: 0,
  sent: 1,
  delayed: 2,
  delivered: 3,
  bounced: 4,
};

/**
 * Reads the changes of a bounce or a complaint. Anyone can forge a report, so only reports about our own messages and
 * their recipients count.
 */
export async function readBounce(
  t: Reader,
  { kind, bounce }: EmailMessage,
  reported: Row<EmailMessage> | null,
): Promise<BounceEffect | null> {
  if (!reported || !bounce) return null;
  const to = [...reported.data.to, ...reported.data.cc].map(({ email }) => email.toLowerCase());
  const named = bounce.recipients.map(({ address }) => address.toLowerCase()).filter((address) => to.includes(address));
  const addresses = bounce.recipients.length === 0 && to.length === 1 ? to : [...new Set(named)];
  const failed = kind === 'complaint' || bounce.outcome === 'permanent';
  const emailStatus = kind === 'complaint' ? 'complained' : bounce.hard && failed ? 'bounced' : null;
  const known = emailStatus ? await t.getMany(EmailContacts, addresses.map(contactIdOf)) : [];
  return {
    reported,
    status: statusOf(kind, bounce, reported.data.deliveryStatus),
    contacts: emailStatus ? known.flatMap((row) => (row ? [{ id: row.id, emailStatus }] : [])) : [],
    failed,
  };
}

function statusOf(
  kind: EmailMessage['kind'],
  { outcome }: NonNullable<EmailMessage['bounce']>,
  present: DeliveryStatus | null,
): DeliveryStatus | null {
  if (kind === 'complaint' || outcome === 'unknown') return null;
  const said = ({ permanent: 'bounced', transient: 'delayed', delivered: 'delivered' } as const)[outcome];
  return rank[said] > rank[present ?? 'sending'] ? said : null;
}

/** Writes the changes of a report. `id` is the report's own row. */
export function noteBounce(
  t: Writer,
  { reported, status, contacts, failed }: BounceEffect,
  id: string,
  at: string,
): void {
  if (status || failed)
    t.update(EmailMessages, reported.id, { ...(status && { deliveryStatus: status }), bouncedBy: id, updatedAt: at });
  for (const { id: contactId, emailStatus } of contacts)
    t.update(EmailContacts, contactId, { emailStatus, updatedAt: at });
}

/** Inserts a task for a person: their mail was not delivered, or was reported as unwanted. */
export function writeFailureTask(t: Writer, row: EmailMessage, threadId: string, taskId: string): void {
  const address = row.bounce?.recipients[0]?.address ?? '';
  const complained = row.kind === 'complaint';
  const title = complained ? 'A mail was reported as unwanted' : 'A mail could not be delivered';
  const fields = {
    threadId,
    title: address === '' ? title : `${title}: ${address}`.slice(0, 200),
    description: row.bounce?.recipients[0]?.diagnostic ?? null,
    taskType: 'delivery_failed',
    priority: 'high',
  } as const;
  t.create(EmailTasks, taskId, newTask(fields, row.createdAt));
}

export const newTaskId = (): string => newId('task');
