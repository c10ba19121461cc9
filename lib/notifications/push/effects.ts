import { sessionsEnded } from '#lib/auth/topics.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { pushTopic } from '#lib/notifications/topics.ts';
import { deliverPush } from './deliver.ts';
import { fanOut } from './fan-out.ts';
import { forgetDevices } from './forget.ts';
import { deviceTopic } from './topics.ts';

/** The effects that send pushes, and that remove devices when their session ends. */
export const pushEffects: readonly AnyEffect[] = [
  effect(sessionsEnded, forgetDevices),
  effect(pushTopic, fanOut),
  effect(deviceTopic, deliverPush),
];
