import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure, Group } from './figure.ts';

const MB = 1024 * 1024;
const HEAD = 'From: a@x.test\r\nTo: b@y.test\r\nSubject: large\r\nMessage-ID: <l@x.test>\r\n';

const of = (type: string, line: string, sizeBytes: number): string =>
  `${HEAD}Content-Type: ${type}\r\n\r\n${line.repeat(Math.ceil(sizeBytes / line.length))}`;
const TEXT_LINE = 'a line of the text, as long as most of them are, and no longer\r\n';
const file = `${HEAD}Content-Type: multipart/mixed; boundary=f\r\n\r\n--f\r\nContent-Type: text/plain\r\n\r\nsee the file\r\n--f\r\n`;

type Case = {
  readonly name: string;
  readonly make: () => string;
  readonly ms: number;
  /** The most megabytes for the peak memory of the whole process that reads the mail; null allows any. */
  readonly megabytes: number | null;
};

const cases: readonly Case[] = [
  { name: '1.1 MB of text', make: () => of('text/plain', TEXT_LINE, 1.1 * MB), ms: 50, megabytes: null },
  { name: '20 MB of text', make: () => of('text/plain', TEXT_LINE, 20 * MB), ms: 600, megabytes: null },
  {
    name: '20 MB of HTML',
    make: () => of('text/html', '<p>a <b>line</b> of the page, as long as most &amp; no longer</p>\r\n', 20 * MB),
    ms: 1500,
    megabytes: 350,
  },
  {
    name: 'an attachment of 25 MB',
    make: () => {
      const head = 'Content-Type: application/zip; name=f.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n';
      const lines = `${'QUJD'.repeat(19)}\r\n`.repeat(Math.floor((24.9 * MB) / 78));
      return `${file}${head}${lines}--f--\r\n`;
    },
    ms: 1000,
    megabytes: 350,
  },
];

/** Measures the time and peak memory of mails at the limits, each read in a separate process. */
export const largeMails: Group = {
  name: 'large',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'));
    try {
      const figures: Figure[] = [];
      for (const one of cases) figures.push(...(await measured(one, join(folder, 'mail.eml'))));
      return figures;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Measured = { readonly ms: number; readonly peakMegabytes: number };

async function measured({ name, make, ms, megabytes }: Case, path: string): Promise<Figure[]> {
  writeFileSync(path, make(), 'latin1');
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'read-one.ts'), path]);
  const seen = JSON.parse(stdout) as Measured;
  return [
    { name: `read ${name}`, value: seen.ms, unit: 'ms', target: ms },
    { name: `memory for ${name}`, value: seen.peakMegabytes, unit: 'MB', target: megabytes },
  ];
}
