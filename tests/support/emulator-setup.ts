import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type Emulator, startEmulator } from '#tests/support/emulator.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which a test file requests the emulator of this run. */
    readonly emulatorDesk: string;
  }
}

/**
 * Opens the desk at which test files request the one emulator of a run. The emulator starts with the first request, so
 * a run without Firestore tests pays nothing for it. It ends with the run.
 */
export default async function openDesk(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Emulator | null> | undefined;
  const answer = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const desk = createServer((_, response) => {
    started ??= startEmulator();
    started.then(
      (emulator) => answer(response, 200, { host: emulator?.host ?? null }),
      (error: Error) => answer(response, 500, { error: error.message }),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('emulatorDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`);

  return async () => {
    desk.closeAllConnections();
    desk.close();
    const emulator = await started?.catch(() => null);
    await emulator?.close();
  };
}
