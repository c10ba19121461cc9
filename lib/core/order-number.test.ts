import { describe, expect, it } from 'vitest';
import { findOrderNumber, newOrderNumber } from './order-number.ts';

it('finds every new number in a text', () => {
  const numbers = Array.from({ length: 500 }, newOrderNumber);

  expect(numbers.map((number) => findOrderNumber(`Where is ${number.toLowerCase()}?`))).toEqual(numbers);
});

describe('findOrderNumber', () => {
  it.each([
    ['My order P4K7MNQ2X9 is late', 'P4K7MNQ2X9'],
    ['order p4k7mnq2x9!', 'P4K7MNQ2X9'],
    ['№P-4K7MNQ2X9', 'P4K7MNQ2X9'],
    ['Р4K7MNQ2X9 with a Cyrillic letter', 'P4K7MNQ2X9'],
    ['PO1K7MNQ2X', 'P01K7MNQ2X'],
  ])('reads %s', (text, number) => {
    expect(findOrderNumber(text)).toBe(number);
  });

  it.each(['', 'production', 'Partnership', 'P4K7MNQ2X', 'XP4K7MNQ2X9', 'P4K7MNQ2X99'])(
    'returns null for %s',
    (text) => {
      expect(findOrderNumber(text)).toBeNull();
    },
  );
});
