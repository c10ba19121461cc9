import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

describe('fileNameOf', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Звіт за березень.pdf', 'Звіт за березень.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.png', 'photo.png'],
    ['/', 'file'],
    ['..', 'file'],
    ['', 'file'],
    [' \u0000 ', 'file'],
    ['a\u0000b\r\nc\u001b.txt', 'abc.txt'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['x\ud800.png', 'x.png'],
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(145)}.jpeg`],
    ['x'.repeat(151), 'x'.repeat(150)],
    [`${'x'.repeat(144)}😀😀.jpeg`, `${'x'.repeat(144)}.jpeg`],
  ])('returns for %j the name %j', (given, name) => {
    expect(fileNameOf(given)).toBe(name);
  });

  it('returns a short, non-empty name without paths or control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (given) => {
        const name = fileNameOf(given);

        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(150);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[/\\\p{Cc}\u202e]/u);
        expect(fileNameOf(name)).toBe(name);
      }),
      { numRuns: 40 },
    );
  });
});
