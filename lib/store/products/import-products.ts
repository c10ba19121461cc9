import type { z } from 'zod';
import type { UserContext } from '#lib/context/context.ts';
import { AppError, codeOf } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { hashOf, hashOfFile } from '#lib/core/ids.ts';
import { nextTurn } from '#lib/core/turns.ts';
import type { Row } from '#lib/data/store.ts';
import { findAnswer, onceCall, storeResponse } from '#lib/store/checkout/idempotency.ts';
import { Products } from '#lib/store/collections.ts';
import { MAX_IMPORT_PROBLEMS } from '#lib/store/limits.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { type ImportProblem, type ImportResult, importResult } from '#lib/store/schemas/product-import.ts';
import { createProductInput, editProductInput } from '#lib/store/schemas/product-input.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import type { Acting } from '#lib/store/vendors/acting-vendor.ts';
import { checkNewProduct, createOwnProduct } from './create-own-product.ts';
import { checkEdit, editOwnProduct } from './edit-own-product.ts';
import { columnOf, type ImportRow, readImport, valuesOf } from './import-cells.ts';
import { changeOwnStock } from './own-stock.ts';
import { findBySku } from './product-skus.ts';
import type { ProductColumn } from './products-csv.ts';

export type ImportCall = {
  readonly vendorId: string;
  readonly bytes: Uint8Array;
  readonly dryRun: boolean;
  readonly key: string | undefined;
};

export type Imported = {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: ImportResult;
  readonly replayed: boolean;
};

type Outcome = 'created' | 'changed' | 'unchanged';

/**
 * Creates and changes products from an uploaded table, each row in its own transaction: a bad row stops no other. With
 * `dryRun` nothing is written. The same Idempotency-Key returns the first answer, and a run that broke off continues
 * without creating a product twice.
 */
export async function importProducts(ctx: UserContext, acting: Acting, call: ImportCall): Promise<Imported> {
  const { vendorId, bytes, dryRun, key } = call;
  const asked = { vendorId, dryRun, file: key === undefined ? '' : await hashOfFile(bytes) };
  const once = onceCall('product-import', ctx.user.id, key, asked);
  const repeated = await findAnswer(ctx.data, once);
  if (repeated?.kind === 'answer') return answered(importResult.parse(repeated.body), true);

  const rows = await readImport(bytes);
  const counts = { created: 0, changed: 0, unchanged: 0, failed: 0 };
  const problems: ImportProblem[] = [];
  const skus = new Set<string>();
  for (const row of rows) {
    // A row that is refused before it reads anything would leave the event loop no turn.
    await nextTurn();
    try {
      assertFirst(row, skus);
      counts[await importRow(ctx, acting, call, row)] += 1;
      await fault('import.after_row');
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      counts.failed += 1;
      problems.push(...problemsOf(row, error).slice(0, MAX_IMPORT_PROBLEMS - problems.length));
    }
  }
  const body = { dryRun, rows: rows.length, ...counts, problems };
  try {
    await ctx.data.batch((write) =>
      storeResponse(write, once, { orderId: null, at: ctx.now(), statusCode: 200, body }),
    );
  } catch (error) {
    // A concurrent call with the key has finished first. Both had the same effect.
    if (codeOf(error) !== 'EXISTS') throw error;
  }
  return answered(body, false);
}

const answered = (body: ImportResult, replayed: boolean): Imported => ({ kind: 'answer', status: 200, body, replayed });

/** Throws for an article number that an earlier row has. A dry run would not find it in the store. */
function assertFirst({ cells }: ImportRow, skus: Set<string>): void {
  const sku = cells.get('sku')?.trim();
  if (!sku) return;
  if (skus.has(sku)) throw rowProblem('RepeatedSku', 'is in an earlier row');
  skus.add(sku);
}

async function importRow(ctx: UserContext, acting: Acting, call: ImportCall, row: ImportRow): Promise<Outcome> {
  const known = await findKnown(ctx, call.vendorId, row);
  const { stock, ...values } = valuesOf(row, known?.data ?? null);
  if (known) return changeFromRow(ctx, acting, call, known, { stock, values });

  const named = acting.isAdmin ? { vendorId: call.vendorId } : {};
  const input = parsed(createProductInput, { ...values, ...named, ...(stock !== undefined && { stock }) });
  if (call.dryRun) await checkNewProduct(ctx, acting, input);
  else await createOwnProduct(ctx, acting, input, call.key && hashOf('import', call.key, String(row.row)));
  return 'created';
}

/** Returns the product that a row is about: by its id, or by its article number. */
async function findKnown(ctx: UserContext, vendorId: string, { cells }: ImportRow): Promise<Row<Product> | null> {
  const id = cells.get('id')?.trim();
  const sku = cells.get('sku')?.trim();
  if (id) {
    const row = ID_PATTERN.test(id) ? await ctx.data.get(Products, id) : undefined;
    if (row?.data.vendorId !== vendorId) throw rowProblem('UnknownProduct', 'is not a product of this vendor');
    return row;
  }
  return sku ? findBySku(ctx.data, vendorId, sku) : null;
}

async function changeFromRow(
  ctx: UserContext,
  acting: Acting,
  { dryRun }: ImportCall,
  known: Row<Product>,
  { stock, values }: { readonly stock: unknown; readonly values: Readonly<Record<string, unknown>> },
): Promise<Outcome> {
  const edit = parsed(editProductInput, values);
  const units = stock === undefined ? undefined : parsed(createProductInput.shape.stock, stock, 'stock');
  const [level] = units === undefined ? [] : await findStock(ctx.data, [known.id]);
  const delta = units === undefined || !level ? 0 : units - level.onHand;
  if (level && delta < 0 && level.onHand + delta < level.held)
    throw rowProblem('BelowHeld', `must not be less than the ${level.held} units that are held`);

  const isChanged = await checkEdit(ctx, known, edit);
  if (!dryRun && isChanged) await editOwnProduct(ctx, acting, known.id, edit);
  if (!dryRun && delta !== 0) await changeOwnStock(ctx, acting, known, { delta, kind: 'correction' }, undefined);
  return isChanged || delta !== 0 ? 'changed' : 'unchanged';
}

/** Parses values as the API would. Throws with every wrong field. */
function parsed<S extends z.ZodType>(schema: S, values: unknown, field?: string): z.output<S> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => [field ?? path.join('.'), message]);
  throw new AppError('ValidationError', 'The row is not valid', { details: Object.fromEntries(details) });
}

const rowProblem = (code: keyof typeof columnOfCode, message: string) =>
  new AppError('ValidationError', message, { code });

/** The columns of the problems that are more than a wrong cell. */
const columnOfCode = {
  SkuTaken: 'sku',
  RepeatedSku: 'sku',
  UnknownProduct: 'id',
  BelowHeld: 'stock',
} as const satisfies Readonly<Record<string, ProductColumn>>;
const columns: ReadonlyMap<string, ProductColumn> = new Map(Object.entries(columnOfCode));

function problemsOf({ row }: ImportRow, { message, code, details = {} }: AppError): ImportProblem[] {
  const fields = Object.entries(details);
  if (code !== undefined) return [{ row, field: columns.get(code) ?? '', code, message }];
  if (fields.length === 0) return [{ row, field: '', code: 'Invalid', message }];
  return fields.map(([field, text]) => ({ row, field: columnOf(field), code: 'Invalid', message: text }));
}
