import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeOf, vectorAccount, vectorAccounts } from '#tests/support/gateway-shapes.ts';
import { readCallback } from './read-callback.ts';
import { signedFields } from './signed-payment.ts';

const approved = shapeOf('callback-approved');
const values = ['sandbox_merchant', 'ORD-1001-1', '1547.36', 'UAH', '541963', '41****8217', 'Approved', '1100'];

const read = (text: string | Uint8Array) =>
  readCallback(vectorAccounts, typeof text === 'string' ? Buffer.from(text) : text);
const hmac = (signed: readonly string[], secret = vectorAccount.secret()) =>
  createHmac('md5', secret).update(signed.join(';')).digest('hex');

/** Builds raw JSON. Each value is its JSON text, and null leaves the member out. */
function rawJson(lexemes: readonly (string | null)[], signature: string): string {
  const members = signedFields.map((name, i) => (lexemes[i] === null ? [] : [`${JSON.stringify(name)}:${lexemes[i]}`]));
  return `{${['"fee":12.50', ...members.flat(), `"merchantSignature":"${signature}"`].join(',')}}`;
}
const quoted = (texts: readonly string[]): string[] => texts.map((text) => JSON.stringify(text));
const asKey = (json: string): string => `${encodeURIComponent(json).replaceAll('%20', '+')}=`;
const asForm = (texts: readonly string[], signature: string): string =>
  new URLSearchParams([
    ...signedFields.map((name, i) => [name, texts[i] ?? '']),
    ['merchantSignature', signature],
  ]).toString();

describe('readCallback', () => {
  it.each([
    ['JSON', approved],
    ['JSON with a byte order mark and whitespace around it', `\uFEFF \n${approved}\r\n`],
    ['a form whose one key is the JSON', asKey(approved)],
    ['the same without its =', asKey(approved).slice(0, -1)],
    ['JSON that a form parser would accept', `${approved}=`],
  ])('reads the same payment from %s', (_name, body) => {
    expect(read(body)).toEqual({
      orderReference: 'ORD-1001-1',
      merchantAccount: 'sandbox_merchant',
      signedValues: values,
      evidence: {
        source: 'webhook',
        status: 'Approved',
        amountText: '1547.36',
        currency: 'UAH',
        merchantAccount: 'sandbox_merchant',
        reasonCode: '1100',
        inboxId: null,
        payload: {
          cardPan: '41****8217',
          cardType: 'Visa',
          issuerBankName: 'Test Bank',
          authCode: '541963',
          reasonCode: '1100',
          paymentSystem: 'card',
          gatewayStatus: 'Approved',
        },
      },
    });
  });

  it('accepts a decline without code and card, whether the fields are empty, null or absent', () => {
    const declined = shapeOf('callback-declined');
    const asNull = declined.replace('"authCode": ""', '"authCode": null');
    const absent = declined.replace(/"(authCode|cardPan)": "",/g, '');

    for (const body of [declined, asNull, absent])
      expect(read(body)).toMatchObject({
        signedValues: ['sandbox_merchant', 'ORD-1001-1', '1547.36', 'UAH', '', '', 'Declined', '1101'],
        evidence: { status: 'Declined', reasonCode: '1101' },
      });
  });

  it('drops the fee and the token, which are not signed', () => {
    expect(JSON.stringify(read(approved))).not.toMatch(/27\.85|never-kept|feeMinor/);
  });

  it.each([
    ['490', '490'],
    ['490.0', '490'],
    ['490', '490.00'],
    ['"490.00"', '490.00'],
    ['489.99999999999994', '489.99999999999994'],
    ['1547.3599999999999', '1547.36'],
  ])('returns the signed amount although the JSON writes %s for %s', (lexeme, signed) => {
    const signature = hmac(values.with(2, signed));

    const callback = read(rawJson(quoted(values).with(2, lexeme), signature));

    expect(callback).toMatchObject({ signedValues: values.with(2, signed), evidence: { amountText: signed } });
  });

  it('accepts a signature that omits absent and null fields', () => {
    const shifted = values.toSpliced(4, 2);
    const body = rawJson(
      quoted(values)
        .with(4, 'null')
        .with(5, null as never),
      hmac(shifted),
    );

    expect(read(body)).toMatchObject({
      signedValues: values.with(4, '').with(5, ''),
      evidence: { status: 'Approved' },
    });
  });

  it('rejects a value moved into the place of an omitted one', () => {
    const signature = hmac(values.toSpliced(5, 1));
    const moved = [...values.slice(0, 5), 'Approved', '1100', null];
    const withoutAmount = ['sandbox_merchant', 'ORD-1001-1', null, '1547.36', 'UAH', '541963', 'Approved', '1100'];

    for (const texts of [moved, withoutAmount]) {
      const lexemes = texts.map((text) => (text === null ? null : JSON.stringify(text)));
      expect(read(rawJson(lexemes, signature))).toEqual({ problem: 'bad_signature' });
    }
  });

  it('rejects a value with a semicolon, because the same signed text could be split elsewhere', () => {
    const glued = ['sandbox_merchant', 'ORD-1001-1;1547.36', 'UAH', '541963', '41****8217', 'Approved', '1100', ''];

    expect(read(rawJson(quoted(glued), hmac(glued)))).toEqual({ problem: 'bad_signature' });
  });

  it.each([
    ['nothing', ''],
    ['invalid JSON', '{"merchantAccount":'],
    ['an array', '[]'],
    ['another form', 'name=value&other=1'],
    ['an object as a value', approved.replace('"541963"', '{"code":1}')],
    ['a payment without a reference', rawJson(quoted(values.with(1, '')), hmac(values.with(1, '')))],
    ['JSON nested 30,000 deep', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('returns unreadable for %s', (_name, body) => {
    expect(read(body)).toEqual({ problem: 'unreadable' });
  });

  it('verifies a callback by the secret of the account it names, and of no other', () => {
    const store = { name: 'shop_merchant', domain: 'shop.example', secret: () => 'another-secret' };
    const of = (name: string, secret: string) => {
      const signed = values.with(0, name);
      return readCallback({ common: vectorAccount, store }, Buffer.from(rawJson(quoted(signed), hmac(signed, secret))));
    };

    expect(of('shop_merchant', 'another-secret')).toMatchObject({ merchantAccount: 'shop_merchant' });
    expect(of('sandbox_merchant', 'sandbox-secret-1')).toMatchObject({ merchantAccount: 'sandbox_merchant' });
    expect(of('shop_merchant', 'sandbox-secret-1')).toEqual({ problem: 'bad_signature' });
    expect(of('somebody_else', 'another-secret')).toEqual({ problem: 'not_ours' });
  });

  it('rejects every signature while the secret is empty', () => {
    const open = { name: 'sandbox_merchant', domain: '', secret: () => '' };

    const callback = readCallback(
      { common: open, store: open },
      Buffer.from(rawJson(quoted(values), hmac(values, ''))),
    );

    expect(callback).toEqual({ problem: 'bad_signature' });
  });
});

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((value) => value.replaceAll(';', ','));
const amount = fc
  .tuple(fc.nat(10 ** 9), fc.constantFrom('', '.5', '.36', '.00', '.0', '.070'))
  .map((parts) => parts.join(''));
const eight = fc.tuple(
  fc.constant('sandbox_merchant'),
  text.filter((value) => value !== ''),
  amount,
  text,
  text,
  text,
  text,
  text,
);

describe('any callback', () => {
  it('is read as the same eight texts in every encoding', () => {
    fc.assert(
      fc.property(eight, fc.boolean(), (signed, isNumber) => {
        const signature = hmac(signed);
        const lexemes = isNumber ? quoted(signed).with(2, signed[2]) : quoted(signed);
        const json = rawJson(lexemes, signature);
        for (const body of [json, asKey(json), asForm(signed, signature)])
          expect(read(body)).toMatchObject({ signedValues: signed, orderReference: signed[1] });
      }),
      { numRuns: 500 },
    );
  });

  it('is rejected as soon as one signed value differs', () => {
    const changed = fc.tuple(eight, fc.nat(7), text, fc.nat(10 ** 9)).map(([signed, i, other, units]) => {
      const next = i === 2 ? `${units}` : other;
      return { signed, changed: signed.map((value, at) => (at === i ? next : value)) };
    });
    const differs = ({ signed, changed }: { signed: readonly string[]; changed: readonly string[] }) =>
      signed.some((value, i) => (i === 2 ? Number(value) !== Number(changed[i]) : value !== changed[i]));

    fc.assert(
      fc.property(changed.filter(differs), ({ signed, changed }) => {
        const signature = hmac(signed);
        const json = rawJson(quoted(changed), signature);
        for (const body of [json, asKey(json), asForm(changed, signature)])
          expect(read(body)).toHaveProperty('problem', expect.stringMatching(/^(not_ours|bad_signature)$/));
      }),
      { numRuns: 500 },
    );
  });

  it('returns a problem and never throws, whatever the bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.json().map((json) => Buffer.from(json)),
    );

    fc.assert(
      fc.property(bytes, (raw) => {
        expect(read(raw)).toHaveProperty('problem');
      }),
      { numRuns: 500 },
    );
  });
});
