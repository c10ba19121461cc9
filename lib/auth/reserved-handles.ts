import json from './reserved-handles/handles.json' with { type: 'json' };
import type { ReservedHandles } from './reserved-handles/schema.ts';

export const reservedHandles: ReservedHandles = json;
const reserved = new Set([...reservedHandles.offices, ...reservedHandles.names]);

/** Returns whether a handle is reserved. Digits and underscores are ignored, so `__proto__` is `proto`. */
export const isReservedHandle = (handle: string): boolean => reserved.has(handle.replaceAll(/[_\d]/g, ''));
