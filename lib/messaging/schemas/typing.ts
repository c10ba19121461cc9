import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

export const typingSignal = z.object({ userId: idText, expiresAt: isoTime });

export const typingInput = z.object({ isTyping: z.boolean().default(true) });
export const typingAnswer = z.object({ ok: z.literal(true), expiresAt: isoTime });
export const typingList = z.object({ typing: z.array(typingSignal) });
