import { describe, expect, it } from 'vitest';
import { ownFrameOf } from './own-frame.ts';

describe('ownFrameOf', () => {
  it('names the first frame of our own code without line and column', () => {
    const stack = [
      'TypeError: x',
      '    at Object.parse (/srv/plaza/node_modules/zod/index.js:1:2)',
      '    at async readOrder (/srv/plaza/lib/store/orders/read-order.ts:31:7)',
      '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
    ].join('\n');

    expect(ownFrameOf(stack)).toBe('readOrder lib/store/orders/read-order.ts');
  });

  it('is the same for the file of a build, whose name changes with every release', () => {
    const at = (file: string, line: number) =>
      `Error: x\n    at readOrder (/srv/.next/server/chunks/${file}.js:${line}:9)`;

    expect(ownFrameOf(at('a1b2', 31))).toBe(ownFrameOf(at('c3d4', 77)));
  });

  it.each(['', 'no stack at all', 'Error: x\n    at node:internal/x:1:1'])('is null without such a frame', (stack) => {
    expect(ownFrameOf(stack)).toBeNull();
  });
});
