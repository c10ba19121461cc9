export const demoVendorKeys = ['hlyna', 'nord', 'sova'] as const;
export type DemoVendorKey = (typeof demoVendorKeys)[number];

export const demoCategoryKeys = [
  'tableware',
  'lighting',
  'textiles',
  'coffee-tea',
  'paper',
  'bags',
  'plants',
  'workspace',
] as const;
export type DemoCategoryKey = (typeof demoCategoryKeys)[number];

/** Title and description. */
type Texts = readonly [title: string, description: string];

/** One product of the demo catalog. The slug names its pictures in `public/demo`. */
export type DemoProduct = {
  readonly slug: string;
  readonly vendor: DemoVendorKey;
  readonly price: readonly [minor: number, currency: 'UAH' | 'EUR'];
  readonly was?: number;
  readonly stock: number;
  readonly en: Texts;
  readonly uk: Texts;
  readonly ru: Texts;
  readonly attributes: readonly (readonly [name: string, value: string, unit?: string])[];
  /** The units sold in the last 30 days, so that sorting by sales shows a difference. */
  readonly sold: number;
};
