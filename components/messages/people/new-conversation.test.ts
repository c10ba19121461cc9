import { expect, it } from 'vitest';
import { askAboutOrder, askAboutProduct } from '#components/messages/ask/ask-about.ts';
import { createConversation } from '#lib/messaging/schemas/conversation-input.ts';
import { newConversation } from './new-conversation.ts';
import { orderedMembers } from './ordered-members.ts';

it('creates a direct conversation for one person and a named group for several', () => {
  expect(newConversation([], 'Trip')).toBeNull();
  expect(newConversation(['usr_a'], 'Trip')).toEqual({ type: 'direct', participantIds: ['usr_a'] });
  expect(newConversation(['usr_a', 'usr_b'], '  ')).toBeNull();
  expect(newConversation(['usr_a', 'usr_b'], ' Trip ')).toMatchObject({
    type: 'group',
    metadata: { groupName: 'Trip' },
  });
});

it('asks a seller with input that the API accepts, even for a very long product title', () => {
  const seller = { vendorId: 'vnd_1', userId: 'usr_seller' };
  const about = [
    askAboutProduct(seller, { id: 'prd_1', title: 'x'.repeat(400) }),
    askAboutOrder(seller, { id: 'ord_1', number: 'P123' }, 'Order P123'),
  ];

  for (const wanted of about) expect(createConversation.safeParse(wanted).error).toBeUndefined();
});

it('lists the owner first, then the reader, then the other members by name', () => {
  const person = (id: string, name: string) => ({ id, name, avatarUrl: null, isDeleted: false });
  const people = { z: person('z', 'Яна'), a: person('a', 'Борис'), me: person('me', 'Zoe'), o: person('o', 'Oleh') };

  expect(orderedMembers(['a', 'me', 'o', 'z'], { ownerId: 'o', me: 'me', people, locale: 'uk' })).toEqual([
    'o',
    'me',
    'a',
    'z',
  ]);
});
