import fields from './words/fields.json' with { type: 'json' };
import quotes from './words/quotes.json' with { type: 'json' };
import type { ReplyWords } from './words/schema.ts';
import signatures from './words/signatures.json' with { type: 'json' };

/** The words by which other mail programs are known. How they have to stand is decided where they are used. */
export const replyWords: ReplyWords = { quotes, signatures, fields };
