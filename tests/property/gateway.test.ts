import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Context } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { armFault } from '#lib/core/fault.ts';
import type { CardAccept } from '#lib/payments/ports.ts';
import { hastyCallback, orderKeyedCallback } from '#tests/fixtures/naive-webhook.ts';
import { seedOf } from '#tests/support/chance.ts';
import { sizeOf } from '#tests/support/form.ts';
import { readMoney } from '#tests/support/world.ts';
import {
  closeModel,
  findingsIn,
  type Model,
  openModel,
  perform,
  settleDown,
  type TakeCallback,
} from './gateway-model.ts';
import { history, rareEnds, type Step } from './gateway-steps.ts';

/** `GATEWAY_SEED` repeats a printed failure; `GATEWAY_RUNS` makes the run longer. */
const seed = seedOf('GATEWAY_SEED');
const onFirestore = process.env.TEST_DRIVER === 'firestore';
// The emulator is a hundred times slower than a file: there a few histories show that the two drivers agree.
const randomRuns = sizeOf('GATEWAY_RUNS', onFirestore ? { short: 2, long: 6 } : { short: 30, long: 500 });
const examples = onFirestore ? [] : rareEnds.map((steps): [readonly Step[]] => [steps]);
const numRuns = examples.length + randomRuns;

describe('money at a gateway that repeats, delays, drops, forges and contradicts', () => {
  it(`keeps every rule after every step, and the books end like the gateway’s (seed ${seed})`, async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(history, (steps) => inModel((model) => live(model, steps, reached))),
      { numRuns, seed, examples },
    );

    // Histories that never reach these ends would prove nothing.
    const ends = ['declined', 'expired', 'paid', 'paid in excess', 'refunded', 'superseded', 'suspicious', 'voided'];
    if (!onFirestore) expect([...reached]).toEqual(expect.arrayContaining(ends));
  });
});

async function inModel<R>(work: (model: Model) => Promise<R>, take?: TakeCallback): Promise<R> {
  const model = await openModel(take);
  try {
    return await work(model);
  } finally {
    await closeModel(model);
  }
}

/** Performs a history and its end; records the ends that attempts came to. */
async function live(model: Model, steps: readonly Step[], reached: Set<string>): Promise<void> {
  const over = new Set<string>();
  for (const [i, step] of steps.entries()) {
    await perform(model, step);
    expect({ i, step, findings: await findingsIn(model) }).toEqual({ i, step, findings: [] });
    await watchEnds(model, over, reached);
  }
  // SI13: in the end no money that buys nothing is left at the gateway.
  expect(await settleDown(model)).toEqual([]);
  expect(await findingsIn(model)).toEqual([]);
  await watchEnds(model, over, reached);
}

/** Checks SI11: no attempt leaves `refunded`, whatever is replayed. */
async function watchEnds({ shoppers }: Model, over: Set<string>, reached: Set<string>): Promise<void> {
  for (const { id, data } of (await readMoney(shoppers[0].data)).attempts) {
    if (over.has(id)) expect(data.status).toBe('refunded');
    if (data.status === 'refunded') over.add(id);
    if (data.processor === 'cardgw') reached.add(`${data.status}${data.excess ? ' in excess' : ''}`);
  }
}

const by =
  (take: (ctx: Context, raw: Uint8Array) => Promise<CardAccept>): TakeCallback =>
  async (ctx, { body }) => {
    try {
      return { status: 200, body: JSON.stringify(await take(ctx, Buffer.from(body))) };
    } catch (error) {
      if (error instanceof AppError) return { status: error.status, body: '' };
      throw error;
    }
  };

const approves = { do: 'say', which: 0, wish: 0, fault: {}, isSilent: false } as const;

/** C6: the process breaks down between the callback and its effect. */
const breaksDown = (take?: TakeCallback) =>
  inModel(async (model) => {
    armFault({ FAULT_AT: 'webhook.before_commit', FAULT_MODE: 'throw' });
    await perform(model, approves);
    const broken = await brokenIn(model);
    armFault({ FAULT_MODE: 'throw' });
    return { broken, left: await settleDown(model) };
  }, take);

/** C14: two attempts for one order are approved, and both callbacks arrive at once. */
const arrivesTwice = (take?: TakeCallback) =>
  inModel(async (model) => {
    await perform(model, { do: 'wait', minutes: 21 });
    await perform(model, { do: 'press', which: 0 });
    for (const which of [1, 0] as const) await perform(model, { ...approves, which, fault: { delayMs: 60_000 } });
    await perform(model, { do: 'flush' });
    // A callback that arrived while another one was checking with the gateway was answered: try again later.
    await perform(model, { do: 'wait', minutes: 1 });
    await perform(model, { do: 'flush' });
    const { attempts } = await readMoney(model.shoppers[0].data);
    return { broken: await brokenIn(model), attempts: attempts.map(({ data }) => data.status) };
  }, take);

const brokenIn = async (model: Model) => (await findingsIn(model)).map(({ invariant }) => invariant);

describe('a webhook', () => {
  afterEach(() => armFault({ FAULT_MODE: 'throw' }));

  it('C6 accepts only committed callbacks, and the audit detects a hasty implementation', async () => {
    expect(await breaksDown()).toEqual({ broken: [], left: [] });
    expect((await breaksDown(by(hastyCallback))).broken).toContain('SI12');
  });

  it('C14 distinguishes the attempts of one order, and the audit detects an implementation that does not', async () => {
    expect(await arrivesTwice()).toEqual({ broken: [], attempts: ['paid', 'paid'] });
    expect((await arrivesTwice(by(orderKeyedCallback))).broken).toContain('SI12');
  });
});
