import { describe, expect, it } from 'vitest';
import { clientError } from '#lib/admin/schemas/errors.ts';
import { openPageErrors, type PageError } from './page-errors.ts';

function openErrors(path = '/cart') {
  const sent: PageError[] = [];
  return {
    sent,
    errors: openPageErrors(
      () => path,
      (error) => sent.push(error),
    ),
  };
}

describe('openPageErrors', () => {
  it('sends each distinct error once', () => {
    const { errors, sent } = openErrors();
    for (let n = 0; n < 3; n++) errors.note(new TypeError('x is not a function'));
    errors.note(new RangeError('x is not a function'));

    expect(sent.map(({ name }) => name)).toEqual(['TypeError', 'RangeError']);
  });

  it('sends five errors at most', () => {
    const { errors, sent } = openErrors();
    for (let n = 0; n < 20; n++) errors.note(new Error(`error ${n}`));

    expect(sent).toHaveLength(5);
  });

  it('leaves out what browsers report though nothing is wrong', () => {
    const { errors, sent } = openErrors();
    errors.note(new Error('ResizeObserver loop completed with undelivered notifications.'));

    expect(sent).toEqual([]);
  });

  it.each([
    undefined,
    null,
    7,
    'a text',
    {},
    Symbol('s'),
    Object.create(null),
    Object.assign(new Error('x'), { name: 7, message: {} }),
    new Error('m'.repeat(9_000)),
  ])('sends what the API takes, whatever was thrown', (thrown) => {
    const { errors, sent } = openErrors(`/${'x'.repeat(500)}`);
    errors.note(thrown);

    expect(sent).toHaveLength(1);
    for (const error of sent) expect(clientError.safeParse(error).success).toBe(true);
  });
});
