import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

/** One user has blocked another. */
export const userBlock = z.object({ blockerId: idText, blockedId: idText, createdAt: isoTime });
export type UserBlock = z.infer<typeof userBlock>;

export const blockAnswer = z.object({ blocked: z.boolean() });
export const blockList = z.object({ blocks: z.array(z.object({ userId: idText, createdAt: isoTime })) });
export type BlockList = z.infer<typeof blockList>;
