import { describe, expect, it } from 'vitest';
import { newId } from '#lib/core/ids.ts';
import { getMine } from '#lib/messaging/conversations/access.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { openTold } from '#tests/support/told.ts';
import { endTyping, signalTyping } from './typing.ts';

describe('signalTyping', () => {
  it.each([
    [20, undefined],
    [21, true],
  ])('of a group of %i leaves the process where the group is small enough', async (people, isLocal) => {
    const told = openTold();
    const ann = { ...(await asUser(await testContext())), tunnel: told.tunnel };
    const others = Array.from({ length: people - 1 }, () => newId('user'));
    const group = testConversation([ann.user.id, ...others], ann.now());
    await putConversation(ann, group);

    await signalTyping(ann, await getMine(ann, ann.data, group.id), true);

    expect(told.take()).toEqual([expect.objectContaining({ event: 'typing' })]);
    told.take();
    await signalTyping(ann, await getMine(ann, ann.data, group.id), false);
    const [stopped] = told.take();
    expect(stopped?.isLocal).toBe(isLocal);

    await signalTyping(ann, await getMine(ann, ann.data, group.id), true);
    told.take();
    await endTyping(ann, ann.user.id);
    const [ended, ...further] = told.take();
    expect([ended?.isLocal, ended?.data, further.length]).toMatchObject([isLocal, { isTyping: false }, 0]);
    await endTyping(ann, ann.user.id);
    expect(told.take()).toEqual([]);
  });
});
