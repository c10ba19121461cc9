import { describe, expect, it } from 'vitest';
import { ERRORS_KEPT_DAYS, MOST_NEW_GROUPS, MOST_USER_MARKS } from '#lib/admin/limits.ts';
import type { ErrorsQuery } from '#lib/admin/schemas/errors.ts';
import type { NotedError } from '#lib/context/ports/collecting.ts';
import { AppError } from '#lib/core/errors.ts';
import { DAY_MS, SECOND_MS } from '#lib/core/time.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { ErrorDays, ErrorGroups } from './collections.ts';
import { errorAnalytics } from './error-analytics.ts';
import { openErrorBuffer } from './error-buffer.ts';
import { OVERFLOW } from './values.ts';

const caller = { userId: null, requestId: null };
const clientError = (message: string, more: Partial<Extract<NotedError, { kind: 'client' }>> = {}): NotedError => ({
  ...{ kind: 'client', name: 'TypeError', message, path: '/cart', release: '0.1.0' },
  ...caller,
  ...more,
});
const serverError = (thrown: unknown, requestId = 'req_1'): NotedError => ({
  ...{ kind: 'server', thrown, path: '/api/store/cart' },
  ...{ userId: null, requestId },
});

async function store(ctx: TestContext, ...errors: readonly NotedError[]): Promise<void> {
  for (const error of errors) ctx.errors.note(error);
  await ctx.errors.flush();
}

const read = (ctx: TestContext, query: Partial<ErrorsQuery> = {}) => {
  // The figures are kept for ten seconds.
  ctx.clock.advance(11 * SECOND_MS);
  return errorAnalytics(ctx, { range: '7d', limit: 50, ...query });
};

describe('errorAnalytics', () => {
  it('counts errors of one cause in one group, whatever ids their messages hold', async () => {
    const ctx = await testContext();
    await store(ctx, clientError('Order P7K3M9QX1 is gone'), clientError('Order Q8L4N0RY2 is gone'));
    await store(ctx, clientError('Order R9M5P1SZ3 is gone', { path: '/orders' }));

    const { total, groups } = await read(ctx);

    expect(total).toBe(3);
    expect(groups.map(({ message, path, count }) => [message, path, count])).toEqual(
      expect.arrayContaining([
        ['Order <id> is gone', '/cart', 2],
        ['Order <id> is gone', '/orders', 1],
      ]),
    );
  });

  it('groups errors of the server by where our code threw them, and keeps the request id of the last', async () => {
    const ctx = await testContext();
    const thrown = (message: string) => {
      const error = new Error(message);
      error.stack = `Error: ${message}\n    at readOrder (/srv/lib/store/orders/read-order.ts:31:7)`;
      return error;
    };
    await store(ctx, serverError(thrown('a is broken'), 'req_1'), serverError(thrown('b is broken'), 'req_2'));

    const { groups } = await read(ctx);

    expect(groups).toMatchObject([{ kind: 'server', count: 2, lastRequestId: 'req_2', path: '/api/store/cart' }]);
  });

  it('describes an internal error by its cause', async () => {
    const ctx = await testContext();
    const cause = new RangeError('Invalid time value');
    await store(ctx, serverError(new AppError('InternalServerError', 'Something went wrong', { cause })));

    expect((await read(ctx)).groups).toMatchObject([{ name: 'RangeError', message: 'Invalid time value' }]);
  });

  it('reads whatever was thrown', async () => {
    const ctx = await testContext();
    const hostile = new Proxy(new Error('x'), {
      get: () => {
        throw new Error('no');
      },
    });

    await store(ctx, ...[undefined, null, 7, 'text', {}, Symbol('s'), hostile].map((thrown) => serverError(thrown)));

    expect((await read(ctx)).total).toBe(6);
    expect(ctx.lines.filter(({ event }) => event === 'errors.unreadable')).toHaveLength(1);
  });

  it('counts within the range, per day and kind, and filters the groups by kind', async () => {
    const ctx = await testContext();
    await store(ctx, clientError('old'));
    ctx.clock.advance(7 * DAY_MS);
    await store(ctx, clientError('old'), serverError(new Error('new')));

    const [week, month, servers] = [
      await read(ctx),
      await read(ctx, { range: '30d' }),
      await read(ctx, { kind: 'server' }),
    ];

    expect([week.total, month.total, servers.total]).toEqual([2, 3, 1]);
    expect(week.daily).toHaveLength(7);
    expect(week.daily.at(-1)).toMatchObject({ client: 1, server: 1, csp: 0, process: 0 });
    expect(month.groups.find(({ message }) => message === 'old')).toMatchObject({ count: 2 });
    expect(week.groups.find(({ message }) => message === 'old')).toMatchObject({ count: 1 });
    expect(servers.groups.map(({ kind }) => kind)).toEqual(['server']);
  });

  it('pages through the groups, the latest first, without a gap', async () => {
    const ctx = await testContext();
    for (const word of ['one', 'two', 'three', 'four', 'five']) {
      ctx.clock.advance(SECOND_MS);
      await store(ctx, clientError(word));
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(ctx, { limit: 2, cursor });
      seen.push(...page.groups.map(({ message }) => message));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);

    expect(seen).toEqual(['five', 'four', 'three', 'two', 'one']);
  });

  it('counts the people who met an error, and stores no id of them', async () => {
    const ctx = await testContext();
    const people = Array.from({ length: MOST_USER_MARKS + 5 }, (_, n) => `usr_person${n}`);
    await store(ctx, ...people.map((userId) => clientError('x', { userId })));
    await store(ctx, clientError('x', { userId: 'usr_person0' }), clientError('y', { userId: 'usr_person0' }));

    const { groups } = await read(ctx);

    expect(Object.fromEntries(groups.map(({ message, users }) => [message, users]))).toEqual({
      x: MOST_USER_MARKS,
      y: 1,
    });
    const rows = await everyRow(ctx.data, ErrorGroups);
    expect(JSON.stringify(rows)).not.toContain('usr_person');
    expect(new Set(rows.flatMap(({ data }) => data.userMarks)).size).toBe(MOST_USER_MARKS + 1);
  });
});

describe('openErrorBuffer', () => {
  it('opens no more new groups a day than allowed, and counts the rest in one group', async () => {
    const ctx = await testContext();
    const words = Array.from({ length: MOST_NEW_GROUPS + 10 }, (_, n) => letters(n));
    // In two parts, so that the limit does not depend on the memory of one process.
    await store(ctx, ...words.slice(0, 1_500).map((word) => clientError(word)));
    await store(ctx, ...words.slice(1_500).map((word) => clientError(word)));
    await store(ctx, clientError(words[0] ?? ''));

    const rows = await everyRow(ctx.data, ErrorGroups);

    expect(rows).toHaveLength(MOST_NEW_GROUPS + 1);
    const overflow = rows.filter(({ data }) => data.name === OVERFLOW);
    expect(overflow).toHaveLength(1);
    expect(Object.values(overflow[0]?.data.days ?? {})).toEqual([10]);
    expect((await everyRow(ctx.data, ErrorDays)).map(({ data }) => [data.client, data.newGroups])).toEqual([
      [MOST_NEW_GROUPS + 11, MOST_NEW_GROUPS],
    ]);
  });

  it('keeps errors that cannot be written, and stores them later', async () => {
    const ctx = await testContext();
    let isDown = true;
    const tx: typeof ctx.data.tx = (work, options) =>
      isDown ? Promise.reject(new Error('disk full')) : ctx.data.tx(work, options);
    const buffer = openErrorBuffer({ ...ctx, data: { ...ctx.data, tx } });

    buffer.note(clientError('x'));
    await buffer.flush();
    buffer.note(clientError('x'));
    isDown = false;
    await buffer.flush();

    expect((await read(ctx)).groups).toMatchObject([{ count: 2 }]);
  });

  it('adds the errors of two processes that store at the same time', async () => {
    const ctx = await testContext();
    const processes = Array.from({ length: 4 }, () => openErrorBuffer(ctx));
    for (const each of processes) for (let n = 0; n < 25; n++) each.note(clientError('x'));

    await Promise.all(processes.map((each) => each.flush()));

    expect((await read(ctx)).groups).toMatchObject([{ count: 100 }]);
  });

  it('drops the counts of days that no range reaches any more, and expires with the last error', async () => {
    const ctx = await testContext();
    await store(ctx, clientError('x'));
    ctx.clock.advance((ERRORS_KEPT_DAYS - 1) * DAY_MS);
    await store(ctx, clientError('x'));
    ctx.clock.advance(DAY_MS);
    await store(ctx, clientError('x'));

    const [group] = await everyRow(ctx.data, ErrorGroups);
    expect(Object.keys(group?.data.days ?? {})).toHaveLength(2);

    ctx.clock.advance(ERRORS_KEPT_DAYS * DAY_MS);
    expect(await everyRow(ctx.data, ErrorGroups)).toEqual([]);
  });
});

/** Returns a word of letters alone, because digits become placeholders. */
const letters = (n: number): string =>
  n
    .toString(26)
    .split('')
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join('');
