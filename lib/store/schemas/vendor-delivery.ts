import { z } from 'zod';
import { countryCode } from '#lib/core/countries.ts';
import { idText } from '#lib/core/ids.ts';
import { minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { optionMethods } from '#lib/store/values.ts';

const name = z.string().trim().min(1, 'must not be empty').max(60);
const days = z.int().min(0).max(365);

const fields = {
  name: z.strictObject({ en: name, uk: name, ru: name }),
  method: z.enum(optionMethods),
  /** In the main currency. */
  priceMinor: minorUnits.nonnegative().max(1e9),
  /** From this total of the vendor's lines on, in the main currency, the delivery is free. Null: never. */
  freeFromMinor: minorUnits.min(1).max(1e11).nullable(),
  minDays: days,
  maxDays: days,
  /** The countries that it serves. Empty: all of them. */
  countries: z.array(countryCode).max(250),
  /** Its place among the options of its vendor. */
  position: z.int().min(0).max(1_000),
  active: z.boolean(),
};

/** A way in which a vendor delivers, for its buyers to choose. */
export const vendorDelivery = z.object({
  vendorId: idText,
  ...fields,
  /** Counts the changes of the row, for callers who changed an older one. */
  version: z.int().positive(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type VendorDelivery = z.infer<typeof vendorDelivery>;

export const newDeliveryInput = z.strictObject({
  ...fields,
  freeFromMinor: fields.freeFromMinor.default(null),
  countries: fields.countries.default([]),
  /** After all others by default. */
  position: fields.position.exactOptional(),
  active: fields.active.default(true),
});
export type NewDelivery = z.output<typeof newDeliveryInput>;

export const deliveryPatch = z.strictObject({
  name: fields.name.exactOptional(),
  method: fields.method.exactOptional(),
  priceMinor: fields.priceMinor.exactOptional(),
  freeFromMinor: fields.freeFromMinor.exactOptional(),
  minDays: fields.minDays.exactOptional(),
  maxDays: fields.maxDays.exactOptional(),
  countries: fields.countries.exactOptional(),
  position: fields.position.exactOptional(),
  active: fields.active.exactOptional(),
  /** The version that the caller has seen. Without it the last change wins. */
  version: z.int().positive().exactOptional(),
});
export type DeliveryPatch = z.output<typeof deliveryPatch>;

export const deliveryView = vendorDelivery
  .omit({ vendorId: true, createdAt: true, updatedAt: true })
  .extend({ id: idText })
  .meta({ id: 'VendorDelivery' });
export type DeliveryView = z.output<typeof deliveryView>;

export const deliveryList = z.object({ deliveries: z.array(deliveryView) });
export const deliveryAnswer = z.object({ delivery: deliveryView });
export const deliveryDeleted = z.object({ deleted: z.literal(true), id: idText });
