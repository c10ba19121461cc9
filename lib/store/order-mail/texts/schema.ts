import { z } from 'zod';
import { cancelReasons, orderDeliveryMethods, orderMailKinds } from '#lib/store/values.ts';

const text = z.string().min(1);

/**
 * What the mails about orders say in one language. `{number}`, `{total}`, `{vendor}` and plural forms of `{count}` are
 * filled in.
 */
export const orderMailTextsSchema = z.strictObject({
  mails: z.record(z.enum(orderMailKinds), z.strictObject({ subject: text, heading: text, lead: text })),
  labels: z.strictObject({
    /** The lead of `vendor_new_order` where only files were sold. */
    soldFiles: text,
    openOrder: text,
    payOrder: text,
    waitsForPay: text,
    willShip: text,
    downloads: text,
    track: text,
    carrier: text,
    trackingNumber: text,
    confirm: text,
    notCharged: text,
    goesBack: text,
    isBack: text,
    refusedBecause: text,
    partGoesBack: text,
    partIsBack: text,
    partOnBalance: text,
    stillKept: text,
    bankIsSlow: text,
    quantity: text,
    total: text,
    buyer: text,
    delivery: text,
    why: text,
    whySeller: text,
  }),
  methods: z.record(z.enum(orderDeliveryMethods), text),
  reasons: z.record(z.enum(cancelReasons), text),
});
export type OrderMailTexts = z.infer<typeof orderMailTextsSchema>;
