import { expect, it } from 'vitest';
import { peopleIn } from './people-in.ts';

it('finds each user ID in the metadata of a message once, as a value or as a key', () => {
  expect(peopleIn({ kind: 'member_joined', userIds: ['usr_1', 'usr_2'], byId: 'usr_1' })).toEqual(['usr_1', 'usr_2']);
  expect(peopleIn({ responses: { usr_3: 'yes' }, votes: { o1: ['usr_4'] }, title: 'Tea', at: null })).toEqual([
    'usr_3',
    'usr_4',
  ]);
});
