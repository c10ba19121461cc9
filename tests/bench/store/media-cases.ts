import sharp from 'sharp';
import { hostilePictures, statusOfOutcome } from '#tests/support/hostile-pictures.ts';
import type { Call, Client, Reply } from '#tests/support/http-client.ts';
import type { Server } from '#tests/support/server.ts';
import { cpuOf, memoryOf, resetPeak } from './figures.ts';
import { watchLag } from './lag.ts';
import { drive, measure, untilIdle } from './measure.ts';
import { type Gate, holdsGate, type Report } from './report.ts';
import { openSeller, type Seller } from './seller-cases.ts';
import type { World } from './world.ts';

/** A server decodes two pictures at a time. */
const AT_ONCE = 2;
const UPLOADS = 24;
const READERS = 10;
const MOST_LAG_MS = 50;
const MOST_GROWTH_MB = 150;
const TRIES = 3;
const TARGET_BYTES = 4_000_000;

type Uploaded = { readonly file?: { readonly id: string } };

/** Measures the upload of photos, the reading of them, and the upload of hostile files. */
export async function runMediaCases(world: World, server: Server, client: Client, report: Report, seconds: number) {
  const seller = await openSeller(world, 1, 0);
  const photo = await photoOf12Megapixels();
  await untilIdle([server.pid]);
  const mediaId = await runUploads({ world, server, client, seller, report }, photo);
  await runReads({ world, server, client, seller, report }, mediaId, seconds);
  await runHostile({ world, server, client, seller, report });
}

type Parts = {
  readonly world: World;
  readonly server: Server;
  readonly client: Client;
  readonly seller: Seller;
  readonly report: Report;
};

type SentFile = { readonly filename: string; readonly bytes: Uint8Array; readonly type?: string };

async function postTo({ client, seller }: Pick<Parts, 'client' | 'seller'>, file: SentFile): Promise<Reply> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(file.bytes)], file.filename, { type: file.type ?? 'image/jpeg' }));
  const sent = new Response(form);
  const raw = { type: sent.headers.get('content-type') ?? '', text: new Uint8Array(await sent.arrayBuffer()) };
  return client.call({ method: 'POST', path: '/api/media', cookie: seller.next().cookie, raw });
}

/**
 * Uploads a photo again and again, each time with other bytes, because the same bytes are stored once. The gate holds
 * the CPU, the memory and the longest pause of the event loop in the best of up to three tries.
 */
async function runUploads({ world, server, client, seller, report }: Parts, photo: Buffer): Promise<string> {
  let [count, mediaId] = [0, ''];
  const upload = async () => {
    const reply = await postTo({ client, seller }, { filename: 'photo.jpg', bytes: withComment(photo, count++) });
    mediaId = (JSON.parse(reply.body) as Uploaded).file?.id ?? mediaId;
    return { ok: reply.status === 201, bytes: reply.bytes };
  };
  await drive(upload, AT_ONCE, 60, AT_ONCE);

  const attempt = async () => {
    await untilIdle([server.pid]);
    const restingMb = memoryOf(server.pid).nowMb;
    resetPeak(server.pid);
    const cpuBefore = cpuOf(server.pid);
    const lag = watchLag([server], world.folder);
    const { refused, errors } = await drive(upload, AT_ONCE, 600, UPLOADS);
    const { cpuMs, clockMs } = await lag.stop();
    const cpu = (cpuOf(server.pid) - cpuBefore) / UPLOADS;
    const grownMb = memoryOf(server.pid).peakMb - restingMb;
    const holds = refused + errors === 0 && cpu <= 1_000 && cpuMs <= MOST_LAG_MS && grownMb <= MOST_GROWTH_MB;
    return { holds, cpu, cpuMs, clockMs, grownMb, restingMb, refused, errors };
  };
  let best = await attempt();
  for (let tries = 1; tries < TRIES && !best.holds && best.refused + best.errors === 0; tries++) {
    const again = await attempt();
    if (again.holds || again.cpuMs < best.cpuMs) best = again;
  }
  const { holds, cpu, cpuMs, clockMs, grownMb, restingMb, refused, errors } = best;
  report.line(
    'media POST 12 megapixels',
    `MB=${(photo.byteLength / 1e6).toFixed(1)} cpu/op=${cpu.toFixed(0)} ms memory=${restingMb}+${grownMb} MB held=${cpuMs} ms of CPU, ${clockMs} ms by the clock non2xx=${refused} err=${errors}`,
    holds ? 'PASS' : 'FAIL',
    best,
  );
  return mediaId;
}

async function runReads({ server, client, seller, report }: Parts, mediaId: string, seconds: number): Promise<void> {
  const gate: Gate = { cpu: 0.4, p99: 60 };
  // The picture is of no product yet, so only its shop sees it.
  const call = (): Call => ({ path: `/api/media/${mediaId}?w=384`, cookie: seller.next().cookie });
  const read = async () => {
    const { status, bytes } = await client.call(call());
    return { ok: status === 200, bytes };
  };
  const plan = { pids: [server.pid], connections: READERS, seconds, holds: holdsGate(gate) };
  report.sample('media GET', await measure(read, plan), gate);
}

/** Uploads every hostile file alone. Each must end as the tests say, and the worst of all decides. */
async function runHostile({ world, server, client, seller, report }: Parts): Promise<void> {
  const files = await hostilePictures();
  const wrong: string[] = [];
  const worst = { grownMb: 0, heavy: '', cpu: 0, slow: '', held: 0, holder: '' };
  for (const { name, outcome, bytes } of files) {
    const one = await tryHostile({ world, server, client, seller }, { filename: 'evil.svg', bytes, type: 'text/html' });
    if (one.status !== statusOfOutcome[outcome]) wrong.push(`${name}: ${one.status}`);
    if (one.grownMb > worst.grownMb) Object.assign(worst, { grownMb: one.grownMb, heavy: name });
    if (one.cpu > worst.cpu) Object.assign(worst, { cpu: one.cpu, slow: name });
    if (one.held > worst.held) Object.assign(worst, { held: one.held, holder: name });
  }
  const isGood = wrong.length === 0 && worst.held <= MOST_LAG_MS;
  report.line(
    'media hostile',
    `files=${files.length} wrong=${wrong.length} held=${worst.held} ms of CPU (${worst.holder}) ${wrong.join(', ')}`,
    isGood ? 'PASS' : 'FAIL',
    worst,
  );
  report.line('media hostile, worst', `memory=+${worst.grownMb} MB (${worst.heavy})`, 'INFO');
  report.line('media hostile, longest', `cpu=${worst.cpu} ms (${worst.slow})`, 'INFO');
}

async function tryHostile({ world, server, client, seller }: Omit<Parts, 'report'>, file: SentFile) {
  const restingMb = memoryOf(server.pid).nowMb;
  resetPeak(server.pid);
  const cpuBefore = cpuOf(server.pid);
  const lag = watchLag([server], world.folder);
  const { status } = await postTo({ client, seller }, file);
  const { cpuMs: held } = await lag.stop();
  return {
    ...{ status, held },
    cpu: cpuOf(server.pid) - cpuBefore,
    grownMb: memoryOf(server.pid).peakMb - restingMb,
  };
}

/** Returns a noisy picture of 4,000 by 3,000, about as large as a phone writes it. */
async function photoOf12Megapixels(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const;
  const drawn = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888', noise } })
    .blur(0.8)
    .raw()
    .toBuffer();
  for (let quality = 98; ; quality -= 1) {
    const photo = await sharp(drawn, { raw: { width: 4_000, height: 3_000, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (photo.byteLength <= TARGET_BYTES * 1.1 || quality < 20) return photo;
  }
}

/** Returns the picture with a number in a comment behind its first marker. */
function withComment(jpeg: Buffer, n: number): Uint8Array {
  const text = Buffer.from(`photo ${n} ${process.pid}`);
  const head = Buffer.from([0xff, 0xfe, 0, text.byteLength + 2]);
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]));
}
