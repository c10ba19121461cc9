import { z } from 'zod';

const oneLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
/** Line feeds and tabs are the only control characters of a text. */
const lines = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u;
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** One line, in one direction, with visible characters, because it is shown among other users' texts. */
export const plainLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(oneLine, 'must be one line of plain text')
    .regex(visible, 'must contain a visible character');

/** Plain text with line breaks. It may be empty. */
export const plainText = (most: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))
    .max(most)
    .regex(lines, 'must be plain text');
