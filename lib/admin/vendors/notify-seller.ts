import type { Row, Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import type { Template, TextParams } from '#lib/notifications/write/texts.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';

export type Told = { readonly template: Template; readonly params: TextParams };

/** Notifies the owner of a shop, in the app and by mail, of what an administrator did to it. `vendor` is the row before. */
export function notifySeller(
  write: Writer,
  { id, data: { ownerId, version } }: Row<Vendor>,
  { template, params }: Told,
  now: Date,
): void {
  if (ownerId === null) return;
  promiseNotification(
    write,
    {
      ...{ userId: ownerId, type: 'SYSTEM', priority: 'high', template, params: { ...params } },
      ...{ data: { actionUrl: '/sell/settings' }, source: 'vendors', key: `${template}:${id}:${version}` },
    },
    now,
  );
}
