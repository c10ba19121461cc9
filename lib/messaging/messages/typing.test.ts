import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { getMine } from '#lib/messaging/conversations/access.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';
import { sendMessage } from './send-message.ts';
import { endTyping, listTyping, signalTyping } from './typing.ts';
import { openTypingBoard } from './typing-board.ts';
import { openTypingRows } from './typing-rows.ts';

describe('signalTyping', () => {
  it.each([
    [20, undefined],
    [21, true],
  ])('in a group of %i publishes to other processes only when the group is small enough', async (people, isLocal) => {
    const told = openRecordingTunnel();
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

describe('the typing list in another process', () => {
  /** Sets up two processes as behind Firestore: one store, and separate memory for each. */
  async function twoProcesses(people: number) {
    const world = await testContext({ tunnel: openRecordingTunnel().tunnel });
    const [ann, bob] = [await asUser(world), await asUser(world)];
    const others = Array.from({ length: people - 2 }, () => newId('user'));
    const conversation = testConversation([ann.user.id, bob.user.id, ...others], world.now());
    await putConversation(world, conversation);
    const { id } = conversation;
    const processOf = (ctx: TestContext & UserContext) => ({
      ...ctx,
      typing: openTypingBoard(world.now),
      typingRows: openTypingRows(world.data),
    });
    const mine = (ctx: UserContext) => getMine(ctx, ctx.data, id);
    const asked = processOf(bob);
    const seen = async () => (await listTyping(asked, await mine(asked))).map(({ userId }) => userId);
    return { here: processOf(ann), there: processOf(ann), clock: world.clock, id, mine, seen };
  }

  it('contains a member from the first signal until it expires or until any process ends it', async () => {
    const { here, there, clock, mine, seen } = await twoProcesses(20);

    await signalTyping(here, await mine(here), true);
    expect(await seen()).toEqual([here.user.id]);
    await signalTyping(there, await mine(there), false);
    expect(await seen()).toEqual([]);

    await signalTyping(here, await mine(here), true);
    clock.advance(10_000);
    expect(await seen()).toEqual([]);

    await signalTyping(here, await mine(here), true);
    await endTyping(here, here.user.id);
    expect(await seen()).toEqual([]);
  });

  it('drops a member whose message was sent through another process', async () => {
    const { here, there, id, mine, seen } = await twoProcesses(2);

    await signalTyping(here, await mine(here), true);
    await sendMessage(there, id, sendInput.parse({ content: 'Done' }), undefined);

    expect(await seen()).toEqual([]);
  });

  it('is empty for a large group, in every process', async () => {
    const { here, mine, seen } = await twoProcesses(21);

    await signalTyping(here, await mine(here), true);

    expect(await seen()).toEqual([]);
    expect(await listTyping(here, await mine(here))).toEqual([]);
  });
});
