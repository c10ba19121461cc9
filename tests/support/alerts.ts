import { Outbox } from '#lib/data/outbox.ts';
import type { Reader } from '#lib/data/store.ts';
import { alertTopic } from '#lib/payments/alerts/alert-topics.ts';
import type { Alert } from '#lib/payments/schemas/alert.ts';
import { everyRow } from '#tests/support/world.ts';

/** Returns the alerts to superadmins that wait in the outbox. */
export async function promisedAlerts({ data }: { readonly data: Reader }): Promise<Alert[]> {
  const rows = await everyRow(data, Outbox);
  return rows
    .filter((row) => row.data.topic === alertTopic.name)
    .map((row) => alertTopic.payload.parse(row.data.payload));
}
