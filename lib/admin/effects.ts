import { loginFloodTopic, roleGranted } from '#lib/auth/topics.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { userPurgeTopic } from './topics.ts';
import { notifyOfLoginFlood } from './users/login-flood.ts';
import { notifyOfGrant } from './users/notify-of-grant.ts';
import { purgeUser } from './users/purge-user.ts';

export const adminEffects: readonly AnyEffect[] = [
  effect(userPurgeTopic, purgeUser),
  effect(loginFloodTopic, notifyOfLoginFlood),
  effect(roleGranted, notifyOfGrant),
];
