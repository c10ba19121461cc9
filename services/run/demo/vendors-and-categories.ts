import type { DemoCategoryKey, DemoVendorKey } from './demo-product.ts';

type Names = { readonly en: string; readonly uk: string; readonly ru: string };

export const demoCategories: Readonly<Record<DemoCategoryKey, Names>> = {
  tableware: { en: 'Tableware', uk: 'Посуд', ru: 'Посуда' },
  lighting: { en: 'Lighting', uk: 'Світло', ru: 'Свет' },
  textiles: { en: 'Textiles', uk: 'Текстиль', ru: 'Текстиль' },
  'coffee-tea': { en: 'Coffee & tea', uk: 'Кава й чай', ru: 'Кофе и чай' },
  paper: { en: 'Paper & print', uk: 'Папір і друк', ru: 'Бумага и печать' },
  bags: { en: 'Bags & leather', uk: 'Сумки та шкіра', ru: 'Сумки и кожа' },
  plants: { en: 'Plants & garden', uk: 'Рослини й сад', ru: 'Растения и сад' },
  workspace: { en: 'Workspace', uk: 'Робоче місце', ru: 'Рабочее место' },
};

export const demoVendors: Readonly<
  Record<DemoVendorKey, { name: string; about: string; country: string; commissionBps: number | null }>
> = {
  hlyna: {
    name: 'Hlyna Studio',
    about: 'Potters and gardeners from Opishnia. Everything is thrown, dried and fired under one roof.',
    country: 'UA',
    commissionBps: null,
  },
  nord: {
    name: 'North Thread',
    about: 'Cloth, leather and metal, made in small runs around Tallinn.',
    country: 'EE',
    commissionBps: 800,
  },
  sova: {
    name: 'Paper Owl Press',
    about: 'Printers, roasters and bookbinders from Kyiv.',
    country: 'UA',
    commissionBps: 1200,
  },
};
