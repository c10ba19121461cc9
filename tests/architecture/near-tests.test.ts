import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesNamed, testsNear } from '#scripts/near-tests.mjs';

describe('the tests that are near to a changed file', () => {
  it('are those beside it, and those of its users, to the end of the chain', () => {
    const near = testsNear(['lib/core/money.ts']);

    expect(near).toContain('lib/core/money.test.ts');
    expect(near).toContain('lib/payments/books/journal.test.ts');
  });

  it('are never all of them: the composition root leads to no test', () => {
    expect(testsNear(['services/push/fcm.ts'])).not.toContain('lib/store/cart/carts.test.ts');
  });

  it('leave out suites that start servers, unless they have changed themselves', () => {
    const suite = 'tests/faults/poll-crashes.test.ts';

    expect(testsNear(['tests/support/server.ts'])).not.toContain(suite);
    expect(testsNear([suite])).toEqual([suite]);
  });

  it('are found by a path of either kind, and a name of no file is refused', () => {
    expect(filesNamed([resolve('lib/core/money.ts'), './lib/core/ids.ts'])).toEqual([
      'lib/core/money.ts',
      'lib/core/ids.ts',
    ]);
    expect(() => filesNamed(['lib/core/nothing.ts'])).toThrow('no such file: lib/core/nothing.ts');
  });
});
