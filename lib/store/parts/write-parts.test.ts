import { describe, expect, it } from 'vitest';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import { soundness } from '#tests/support/part-money.ts';
import { buyOfBoth, orderOf, RIVAL_ID, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { shipPart } from './move-part.ts';
import { refundPart } from './refund-part.ts';

const rivals = { vendorId: RIVAL_ID, isOther: false };
const potters = { vendorId: TEST_VENDOR_ID, isOther: false };

describe('a status that an administrator moved back', () => {
  async function movedBack() {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await shipPart(shop.potter, potters, id, {});
    await shipPart(shop.rival, rivals, id, {});
    await changeOrderStatus(shop.admin, id, { status: 'processing' });
    return { shop, id, status: async () => (await orderOf(shop.buyer, id)).status };
  }

  it('stays when a part is refunded or its tracking is corrected: no part has moved', async () => {
    const { shop, id, status } = await movedBack();

    await shipPart(shop.rival, rivals, id, { trackingNumber: '59000' });
    expect(await status()).toBe('processing');
    await refundPart(shop.admin, id, RIVAL_ID, 'The parcel was lost');
    expect(await status()).toBe('processing');
    expect(await soundness(shop)).toEqual([]);
  });

  it('follows the parts again as soon as one moves', async () => {
    const { shop, id, status } = await movedBack();

    await receiveOwnOrder(shop.buyer, id, RIVAL_ID);
    expect(await status()).toBe('shipped');
    expect(await soundness(shop)).toEqual([]);
  });
});
