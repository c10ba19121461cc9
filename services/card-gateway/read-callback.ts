import type { CallbackProblem, CardCallback } from '#lib/payments/ports.ts';
import { type Accounts, accountNamed } from './accounts.ts';
import { type Fields, readFields, textOf } from './lexemes.ts';
import { evidenceOf, payloadOf, signedFields, verifiedValues } from './signed-payment.ts';

/**
 * Parses a callback from its raw bytes. The same JSON arrives as JSON, as plain text, or as the one key of a form.
 * The content type does not say which. Only values signed with the secret of the named account are used.
 */
export function readCallback(
  accounts: Accounts,
  raw: Uint8Array,
): CardCallback | { readonly problem: CallbackProblem } {
  const fields = fieldsOf(new TextDecoder().decode(raw).trim());
  if (!fields || signedFields.some((name) => textOf(fields[name]) === null)) return { problem: 'unreadable' };
  const account = accountNamed(accounts, textOf(fields.merchantAccount) ?? '');
  if (!account) return { problem: 'not_ours' };
  const signedValues = verifiedValues(account.secret(), fields);
  if (!signedValues) return { problem: 'bad_signature' };
  const [merchantAccount = '', orderReference = ''] = signedValues;
  if (orderReference === '') return { problem: 'unreadable' };
  return {
    orderReference,
    merchantAccount,
    signedValues,
    evidence: evidenceOf(signedValues, payloadOf(fields), 'webhook'),
  };
}

function fieldsOf(text: string): Fields | null {
  // A form of one key without a value may be written with its `=`. No JSON ends in one.
  if (text.startsWith('{')) return readFields(text.replace(/=$/, ''));
  const form = [...new URLSearchParams(text)];
  const [key] = form.find(([name]) => name.trimStart().startsWith('{')) ?? [];
  if (key !== undefined) return readFields(key);
  return form.some(([name]) => name === 'merchantAccount') ? Object.fromEntries(form) : null;
}
