import type { DeliveryQuote, QuotedOption } from '#lib/store/schemas/delivery-quote.ts';

export type QuotedVendor = DeliveryQuote['vendors'][number];
/** The choices by seller: the id of an option, or ARRANGE. */
export type Picked = Readonly<Record<string, string>>;
export const ARRANGE = 'arrange';

/** A seller with the option that was chosen. Null: the delivery is arranged, or the seller does not deliver. */
export type Choice = { readonly vendor: QuotedVendor; readonly option: QuotedOption | null };

/**
 * Returns the choice for each seller. Without one it is an arrangement where the seller allows it, so that nobody pays
 * for a delivery unasked, else the first option.
 */
export const choicesOf = ({ vendors }: DeliveryQuote, picked: Picked): readonly Choice[] =>
  vendors.map((vendor) => {
    const asked = picked[vendor.vendorId];
    const first = vendor.arrange ? undefined : vendor.options[0];
    const isArranged = asked === ARRANGE && vendor.arrange;
    const option = vendor.options.find(({ id }) => id === asked) ?? first;
    return { vendor, option: isArranged ? null : (option ?? null) };
  });

/** Returns whether sellers leave the buyer a choice. Without one, the buyer only names a wish. */
export const hasOptions = ({ vendors }: DeliveryQuote): boolean =>
  vendors.some(({ arrange, options }) => options.length > 0 || !arrange);

/** Returns whether a seller reaches the buyer in no way. */
export const isUnserved = ({ vendor, option }: Choice): boolean => option === null && !vendor.arrange;

export const priceOf = (choices: readonly Choice[]): number =>
  choices.reduce((sum, { option }) => sum + (option?.priceMinor ?? 0), 0);

/** What the chosen options ask of the buyer. `points` names the fields of branches. */
export type Needs = { readonly address: boolean; readonly phone: boolean; readonly points: readonly string[] };

export function needsOf(choices: readonly Choice[]): Needs {
  const options = chosenOptions(choices);
  const has = (method: QuotedOption['method']) => options.some(({ option }) => option.method === method);
  return {
    address: has('courier'),
    phone: has('courier') || has('branch'),
    points: options.flatMap(({ option }, at) => (option.method === 'branch' ? [pointField(at)] : [])),
  };
}

/** The name of the field for a branch, by the place of its choice in the request. */
export const pointField = (at: number): string => `point-${at}`;

/** Returns the sellers with an option, in the order in which the request names them. */
export const chosenOptions = (choices: readonly Choice[]) =>
  choices.flatMap(({ vendor, option }) => (option ? [{ vendor, option }] : []));

/** Returns the choices as the body of an order names them. `textOf` reads a field of the form. */
export const deliveryOptionsOf = (choices: readonly Choice[], textOf: (field: string) => string) =>
  chosenOptions(choices).map(({ vendor: { vendorId }, option: { id, method } }, at) => ({
    ...{ vendorId, optionId: id },
    ...(method === 'branch' && { point: textOf(pointField(at)) }),
  }));
