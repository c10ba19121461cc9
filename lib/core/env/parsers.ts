import { z } from 'zod';

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

export const onOff = z.enum(['on', 'off']).transform((text) => text === 'on');

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most));
