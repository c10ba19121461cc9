import { expect, it } from 'vitest';
import { ibanOf, isIban } from './iban.ts';

const right = [
  'UA213223130000026007233566001',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
];

it('an account number is right with the length of its country and its check digits', () => {
  for (const iban of right) expect(isIban(iban), iban).toBe(true);
  expect(isIban(ibanOf(' ua21 3223 1300 0002 6007 2335 66001\n'))).toBe(true);
});

it('an account number is wrong with another digit, length, country or sign', () => {
  const wrong = [
    ...['', 'DE', 'DE89370400440532013001', 'DE8937040044053201300', 'DE893704004405320130000'],
    ...['XX89370400440532013000', 'de89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'DE8937040044053201300０'],
    ...['UA213223130000026007233566010', 'DE98370400440532013000'],
  ];
  for (const iban of wrong) expect(isIban(iban), iban).toBe(false);
});
