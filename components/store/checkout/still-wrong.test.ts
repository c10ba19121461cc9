import { expect, it } from 'vitest';
import { stillWrong } from './still-wrong.ts';

const notice = { kind: 'fields', fields: { name: 'required', email: 'badEmail' } } as const;

it('counts a field no more once it is right, and says nothing when none is left', () => {
  expect(stillWrong(notice, { notice, names: ['name'] })).toEqual({ kind: 'fields', fields: { email: 'badEmail' } });
  expect(stillWrong(notice, { notice, names: ['name', 'email', 'email'] })).toBeNull();
});

it('forgets what was right before when the next submit finds it wrong', () => {
  expect(stillWrong({ ...notice }, { notice, names: ['name', 'email'] })).toEqual(notice);
});
