import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { getMine } from '#lib/messaging/conversations/access.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { listTyping, signalTyping } from '#lib/messaging/messages/typing.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';

const host = await sharedEmulator();

describe.skipIf(host === null)('two servers on one Firestore', () => {
  it('return the same people as typing, without listening to each other', async () => {
    const vars = { FIRESTORE_EMULATOR_HOST: host ?? '', FIRESTORE_PROJECT_ID: freshProject() };
    const [here, there] = await Promise.all([testContext({ vars }), testContext({ vars })]);
    const [ann, bob] = [await asUser(here), await asUser(here)];
    const { id, data } = testConversation([ann.user.id, bob.user.id], here.now());
    await putConversation(here, { id, data });
    const at = (server: TestContext, { user }: UserContext): UserContext => ({ ...server, user, session: null });
    const mine = (ctx: UserContext) => getMine(ctx, ctx.data, id);
    const seenBy = async (ctx: UserContext) => (await listTyping(ctx, await mine(ctx))).map(({ userId }) => userId);
    const both = async () => [await seenBy(at(here, bob)), await seenBy(at(there, bob))];

    await signalTyping(at(here, ann), await mine(ann), true);
    expect(await both()).toEqual([[ann.user.id], [ann.user.id]]);

    await sendMessage(at(there, ann), id, sendInput.parse({ content: 'Done' }), undefined);
    expect(await both()).toEqual([[], []]);
  });
});
