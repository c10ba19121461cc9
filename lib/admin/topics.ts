import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { topic } from '#lib/data/outbox.ts';

/** Removes the traces of a deleted account. */
export const userPurgeTopic = topic('user.purge', z.object({ userId: idText }));
