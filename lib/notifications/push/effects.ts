import { sessionsEnded } from '#lib/auth/topics.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { forgetDevices } from './forget.ts';

/** What ends pushes with the session they were allowed in. */
export const pushEffects: readonly AnyEffect[] = [effect(sessionsEnded, forgetDevices)];
