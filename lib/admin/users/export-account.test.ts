import { describe, expect, it } from 'vitest';
import { asUser, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { exportAccount } from './export-account.ts';

describe('exportAccount', () => {
  it('reads no message that others wrote, however many there are', async () => {
    const world = await testContext();
    const [person, other] = [await asUser(world), await asUser(world)];
    const conversation = testConversation([person.user.id, other.user.id], world.now());
    await putConversation(world, conversation);
    await putMessage(world, conversation.id, { senderId: person.user.id, content: 'My own words' });
    const exported = async () => {
      const { data, rowsRead } = countRows(world.data);
      const parts: string[] = [];
      for await (const part of await exportAccount({ ...person, data })) parts.push(part);
      return { text: parts.join(''), rows: rowsRead() };
    };
    const before = await exported();

    for (let n = 0; n < 50; n++) await putMessage(world, conversation.id, { senderId: other.user.id });

    const after = await exported();
    expect(after.rows).toBe(before.rows);
    expect(after.text).toContain('My own words');
  });
});
