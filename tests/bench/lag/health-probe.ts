// Runs in a separate thread, because the event loop of the bench is busy with shoppers and mails. It requests a
// server's health repeatedly and reports the slowest response once it is told to stop.
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 20;

let isWanted = true;
parentPort?.once('message', () => {
  isWanted = false;
});
const { url } = workerData as { readonly url: string };
let slowest = 0;
let asked = 0;
while (isWanted) {
  const began = performance.now();
  const reply = await fetch(url);
  await reply.arrayBuffer();
  slowest = Math.max(slowest, performance.now() - began);
  asked += 1;
  await pause(EVERY_MS);
}
parentPort?.postMessage({ slowest, asked });
