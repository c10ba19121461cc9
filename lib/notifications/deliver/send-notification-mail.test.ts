import { beforeEach, describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import type { MailOutcome, PlatformMail } from '#lib/context/ports/mail.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { rowOwner } from '#lib/data/outbox-owner.ts';
import { readAnalytics } from '#lib/notifications/analytics/analytics.ts';
import { NotificationDeliveries } from '#lib/notifications/collections.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { changePreferences } from './preferences.ts';

const away: MailOutcome = { state: 'refused', retry: true, reason: 'nobody listens' };

let me: TestContext & UserContext;
let mails: PlatformMail[];
let outcome: MailOutcome;
beforeEach(async () => {
  mails = [];
  outcome = { state: 'sent', messageId: '<1@plaza.test>' };
  const send = async (mail: PlatformMail) => {
    if (outcome.state === 'sent') mails.push(mail);
    return outcome;
  };
  me = await asUser(await testContext({ mailer: { send } }));
  await changePreferences(me, { pushNotifications: false });
});

const notify = (title: string) =>
  createNotification(me, me.user.id, {
    type: 'SYSTEM',
    title,
    message: 'Something has happened',
    source: 'test',
    data: { collapseKey: 'conversation:cvs_1' },
  });
const states = async () =>
  (await everyRow(me.data, NotificationDeliveries)).map(({ data }) => `${data.status} ${data.reason}`).sort();
const effects = async () => (await everyRow(me.data, Outbox)).filter(({ data }) => data.topic === 'notification.email');

describe('a notification email', () => {
  it('is sent once, with the newest of several notifications, when the mail server recovers', async () => {
    outcome = away;
    for (const title of ['One', 'Two', 'Three']) {
      await notify(title);
      await me.drain();
    }
    outcome = { state: 'sent', messageId: '<1@plaza.test>' };
    me.clock.advance(MINUTE_MS);
    await me.drain();

    expect(mails.map(({ subject }) => subject)).toEqual(['Three']);
    expect(await states()).toEqual(['not_sent superseded', 'not_sent superseded', 'sent null']);
    expect((await readAnalytics(me, { period: 'day' })).deliveryStats.emailDelivered).toBe(1);
  });

  it('fails after eight attempts, and is sent when its effect is set back to waiting', async () => {
    outcome = away;
    await notify('One');
    for (let turn = 0; turn < 10; turn++) {
      await me.drain();
      me.clock.advance(HOUR_MS);
    }
    const [given] = await effects();
    const failed = await states();
    outcome = { state: 'sent', messageId: '<1@plaza.test>' };
    await me.data.update(Outbox, given?.id ?? '', { status: 'waiting', owner: rowOwner(), attempts: 0 });
    await me.drain();

    expect(given?.data).toMatchObject({ status: 'dead', attempts: 8 });
    expect(failed).toEqual(['failed nobody listens']);
    expect(mails.map(({ subject }) => subject)).toEqual(['One']);
    expect(await states()).toEqual(['sent null']);
  });
});
