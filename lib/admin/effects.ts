import { loginFloodTopic, roleGranted } from '#lib/auth/topics.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { tellLoginFlood } from './login-flood.ts';
import { purgeUser } from './purge-user.ts';
import { tellGrant } from './tell-grant.ts';
import { userPurgeTopic } from './topics.ts';

export const adminEffects: readonly AnyEffect[] = [
  effect(userPurgeTopic, purgeUser),
  effect(loginFloodTopic, tellLoginFlood),
  effect(roleGranted, tellGrant),
];
