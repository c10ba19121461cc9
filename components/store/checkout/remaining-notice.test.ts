import { expect, it } from 'vitest';
import { remainingNotice } from './remaining-notice.ts';

const notice = { kind: 'fields', fields: { name: 'required', email: 'badEmail' } } as const;

it('drops a corrected field from the notice, and the notice with its last field', () => {
  expect(remainingNotice(notice, { notice, names: ['name'] })).toEqual({
    kind: 'fields',
    fields: { email: 'badEmail' },
  });
  expect(remainingNotice(notice, { notice, names: ['name', 'email', 'email'] })).toBeNull();
});

it('forgets earlier corrections when the next submit returns a new notice', () => {
  expect(remainingNotice({ ...notice }, { notice, names: ['name', 'email'] })).toEqual(notice);
});
