import { z } from 'zod';
import { cursorText } from '#lib/core/paging.ts';
import { settlement } from '#lib/payments/schemas/journal.ts';
import { listOwnSettlements } from '#lib/store/vendors/own-settlements.ts';
import { pageSize, reads, tool } from './tool.ts';

const { shape } = settlement;

const ownSettlement = z.object({
  id: z.string(),
  orderNumber: z.string(),
  soldAt: z.string(),
  state: shape.state,
  releaseAt: z.string().nullable(),
  blocked: shape.blocked,
  overpaid: shape.overpaid,
  grossMinor: shape.grossMinor,
  commissionMinor: shape.commissionMinor,
  netMinor: shape.netMinor,
  currency: shape.currency,
});

const listSettlements = tool({
  name: 'list_settlements',
  title: 'List settlements',
  description:
    'Lists what the shop earned by each order, newest first: gross, commission and net in minor units (cents), and when the money becomes payable.',
  scope: 'settlements:read',
  annotations: reads,
  input: z.strictObject({ limit: pageSize, cursor: cursorText.optional() }),
  output: z.object({ settlements: z.array(ownSettlement), nextCursor: z.string().nullable() }),
  run: async ({ ctx, vendorId }, page) => {
    const { settlements, nextCursor } = await listOwnSettlements(ctx, vendorId, page);
    return { settlements: [...settlements], nextCursor };
  },
});

export const settlementTools = [listSettlements];
