import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { topic } from '#lib/data/outbox.ts';

/** A deleted account whose traces are to be removed. */
export const userPurgeTopic = topic('user.purge', z.object({ userId: idText }));
