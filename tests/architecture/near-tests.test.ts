import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesNamed, testsNear } from '#scripts/near-tests.mjs';

describe('the tests near a changed file', () => {
  it('include those beside the file and those of all its users', () => {
    const near = testsNear(['lib/core/money.ts']);

    expect(near).toContain('lib/core/money.test.ts');
    expect(near).toContain('lib/payments/books/journal.test.ts');
  });

  it('exclude those reached only through the composition root', () => {
    expect(testsNear(['services/push/fcm.ts'])).not.toContain('lib/store/cart/carts.test.ts');
  });

  it('exclude suites that start servers, unless the suite itself changed', () => {
    const suite = 'tests/faults/poll-crashes.test.ts';

    expect(testsNear(['tests/support/server.ts'])).not.toContain(suite);
    expect(testsNear([suite])).toEqual([suite]);
  });

  it('are found by a relative or an absolute path, and an unknown path is rejected', () => {
    expect(filesNamed([resolve('lib/core/money.ts'), './lib/core/ids.ts'])).toEqual([
      'lib/core/money.ts',
      'lib/core/ids.ts',
    ]);
    expect(() => filesNamed(['lib/core/nothing.ts'])).toThrow('no such file: lib/core/nothing.ts');
  });
});
