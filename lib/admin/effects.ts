import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { purgeUser } from './purge-user.ts';
import { userPurgeTopic } from './topics.ts';

export const adminEffects: readonly AnyEffect[] = [effect(userPurgeTopic, purgeUser)];
