import { loginFloodTopic, roleGranted } from '#lib/auth/topics.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { userPurgeTopic } from './topics.ts';
import { tellLoginFlood } from './users/login-flood.ts';
import { purgeUser } from './users/purge-user.ts';
import { tellGrant } from './users/tell-grant.ts';

export const adminEffects: readonly AnyEffect[] = [
  effect(userPurgeTopic, purgeUser),
  effect(loginFloodTopic, tellLoginFlood),
  effect(roleGranted, tellGrant),
];
