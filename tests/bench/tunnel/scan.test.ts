import { expect, it } from 'vitest';
import { Scan } from './scan.ts';
import { payloadOf } from './stamp.ts';

it('the scan finds every delivery exactly once, wherever the network splits the bytes', () => {
  const stamps = [1, 22, 333].map((n) => 10 ** 15 + n);
  const bytes = Buffer.from(stamps.map((stamp) => `42["m",${JSON.stringify(payloadOf(stamp))}]\n`).join(''));

  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const found: number[] = [];
    const scan = new Scan();
    scan.read(bytes.subarray(0, cut), (stamp) => found.push(stamp));
    scan.read(bytes.subarray(cut), (stamp) => found.push(stamp));

    expect(found, `cut at ${cut}`).toEqual([1, 22, 333]);
  }
});
