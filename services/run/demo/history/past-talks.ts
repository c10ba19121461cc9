import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { sendMessage as messageInput } from '#lib/messaging/schemas/message-input.ts';
import { demoProducts } from '#services/run/demo/goods/goods.ts';
import { productIdOf, vendorIdOf } from '#services/run/demo/ids.ts';
import { demoPeople } from '#services/run/demo/people/people.ts';
import type { DemoTalk } from './data.ts';
import type { Past } from './past.ts';

/** Sends a message of a talk between a shopper and a seller. The first opens the conversation. A repeat changes nothing. */
export async function sayInTalk(
  past: Past,
  { key, buyer, seller, about, messages }: DemoTalk,
  n: number,
): Promise<void> {
  const { email } = demoPeople.sellers[seller].owner;
  const [asker, owner] = [await past.as(buyer), await past.as(email)];
  const title = demoProducts.find(({ slug }) => slug === about)?.[asker.locale].title ?? about;
  const { conversation } = await createConversation(
    asker,
    {
      type: 'product',
      participantIds: [owner.user.id],
      metadata: { productId: productIdOf(about), productName: title, subject: title, vendorId: vendorIdOf(seller) },
    },
    undefined,
  );
  const message = messages[n];
  if (!message) return;
  const clientMessageId = `demo-${key}-${n}`;
  const sender = message.by === 'buyer' ? asker : owner;
  await sendMessage(sender, conversation.id, messageInput.parse({ content: message.text, clientMessageId }), undefined);
}
