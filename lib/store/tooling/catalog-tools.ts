import { z } from 'zod';
import { parsePart } from '#lib/api/read-input.ts';
import { idText } from '#lib/core/ids.ts';
import { categoryTree, toCategoryRef } from '#lib/store/catalog/categories.ts';
import { idempotencyKey } from '#lib/store/checkout/idempotency.ts';
import { createFamily, editFamily } from '#lib/store/families/own-families.ts';
import { createOwnProduct } from '#lib/store/products/create-own-product.ts';
import { editOwnProduct } from '#lib/store/products/edit-own-product.ts';
import { listOwnProducts } from '#lib/store/products/own-products.ts';
import { getOwnProduct, vendorProductOf } from '#lib/store/products/vendor-product.ts';
import { familyChanged, familyPatch, newFamilyInput } from '#lib/store/schemas/family.ts';
import { ownProductPage, ownProductsQuery } from '#lib/store/schemas/own-products.ts';
import { createProductInput, editProductInput } from '#lib/store/schemas/product-input.ts';
import { oneVendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';
import { adds, pageSize, reads, replaces, tool } from './tool.ts';

const listCategories = tool({
  name: 'list_categories',
  title: 'List categories',
  description: 'Lists the categories of the marketplace in reading order. A product names 1 to 5 of them.',
  scope: 'products:read',
  annotations: reads,
  input: z.strictObject({}),
  output: z.object({
    categories: z.array(
      z.object({
        id: z.string(),
        slug: z.string(),
        name: z.string(),
        parentId: z.string().nullable(),
        hidden: z.boolean(),
      }),
    ),
  }),
  run: async ({ ctx }) => ({
    categories: (await categoryTree(ctx)).inOrder.map((node) => ({
      ...toCategoryRef(node, ctx.locale),
      ...{ parentId: node.parentId, hidden: node.isHidden },
    })),
  }),
});

const inList = ownProductPage.shape.products.element;
const titled = z.object({ title: inList.shape.title }).optional();
/** The page of the route without the descriptions of translations as well: those of 100 products reach millions of characters. */
const productPage = ownProductPage.extend({
  products: z.array(inList.extend({ translations: z.object({ en: titled, uk: titled, ru: titled }) })),
});

const listProducts = tool({
  name: 'list_products',
  title: 'List products',
  description:
    'Lists the products of the shop, drafts included, without their descriptions. Prices are in minor units (cents).',
  scope: 'products:read',
  annotations: reads,
  input: ownProductsQuery
    .pick({ search: true, status: true, category: true, familyId: true, sortBy: true, cursor: true })
    .extend({ lowStock: z.boolean().optional(), limit: pageSize })
    .strict(),
  output: productPage,
  run: async ({ ctx }, args) => listOwnProducts(ctx, await actingVendor(ctx, 'read'), args),
});

const getProduct = tool({
  name: 'get_product',
  title: 'Get a product',
  description: 'Returns one product of the shop with its description, stock, pictures and version.',
  scope: 'products:read',
  annotations: reads,
  input: z.strictObject({ productId: idText }),
  output: oneVendorProduct,
  run: async ({ ctx }, { productId }) => {
    const row = await getOwnProduct(ctx, await actingVendor(ctx, 'read'), productId);
    return { product: await vendorProductOf(ctx, row) };
  },
});

const createProduct = tool({
  name: 'create_product',
  title: 'Create a product',
  description:
    'Creates a product with its initial stock, for which the token needs no stock:write. Buyers see it at once unless status is draft. Prices are in minor units (cents). With the same idempotencyKey a repeat returns the first result and creates nothing.',
  scope: 'products:write',
  annotations: adds,
  input: createProductInput
    .omit({ vendorId: true, reason: true })
    .extend({ idempotencyKey: idempotencyKey.exactOptional() }),
  output: oneVendorProduct,
  run: async ({ ctx }, { idempotencyKey: key, ...input }) => {
    const { body } = await createOwnProduct(ctx, await actingVendor(ctx, 'write'), input, key);
    return oneVendorProduct.parse(body);
  },
});

const NOTHING_CHANGES = 'must have a field to change';
/** A call without a change would only read the product, which needs another scope. */
const changesSomething = (given: object): boolean =>
  Object.keys(given).some((name) => !['productId', 'familyId', 'version', 'applyTo'].includes(name));

const updateProduct = tool({
  name: 'update_product',
  title: 'Update a product',
  description:
    'Changes the given fields of a product; lists are replaced whole. Give the version that get_product returned: if the product has changed since, nothing is written and the result is StaleVersion.',
  scope: 'products:write',
  annotations: replaces,
  input: editProductInput
    .omit({ reason: true })
    .extend({ productId: idText })
    .refine(changesSomething, NOTHING_CHANGES),
  output: oneVendorProduct,
  run: async ({ ctx }, { productId, ...edit }) => {
    const acting = await actingVendor(ctx, 'write');
    const row = await getOwnProduct(ctx, acting, productId);
    return { product: await editOwnProduct(ctx, acting, row.id, edit) };
  },
});

const newFamily = newFamilyInput.omit({ reason: true });
const changedFamily = familyPatch.omit({ reason: true }).extend({ familyId: idText });

const setFamily = tool({
  name: 'set_family',
  title: 'Set a family of variants',
  description:
    'Groups products that differ only by options such as size. Without familyId it makes productId the first member of a new family with these options and values. With familyId it replaces the options, the members, or both; give the version that was returned last.',
  scope: 'products:write',
  annotations: replaces,
  input: z.strictObject({ ...newFamily.partial().shape, ...changedFamily.partial().shape }),
  output: familyChanged,
  run: async ({ ctx }, args) => {
    const acting = await actingVendor(ctx, 'write');
    if (args.familyId === undefined)
      return { family: await createFamily(ctx, acting, parsePart(newFamily, args, 'arguments')) };
    const { familyId, ...patch } = parsePart(
      changedFamily.refine(changesSomething, NOTHING_CHANGES),
      args,
      'arguments',
    );
    return { family: await editFamily(ctx, acting, familyId, patch) };
  },
});

export const catalogTools = [listCategories, listProducts, getProduct, createProduct, updateProduct, setFamily];
