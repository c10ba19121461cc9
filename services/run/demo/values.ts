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
