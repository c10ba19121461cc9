import type { Runtime } from '#lib/context/runtime.ts';
import { type DemoGateway, startDemoGateway } from '#services/card-gateway/demo.ts';
import { demoFolder, demoSecret } from '#services/card-gateway/demo-secret.ts';
import { mayRunDemo } from '#services/card-gateway/open.ts';

/**
 * Starts the card gateway of a demo or of development; returns null when the environment allows none. A port in use
 * never stops the shop: another process of the same data folder may run the gateway.
 */
export async function startCardDemo({
  env,
  log,
  now,
}: Pick<Runtime, 'env' | 'log' | 'now'>): Promise<DemoGateway | null> {
  if (!mayRunDemo(env)) return null;
  const { PLAZA_DATA_DIR: dataFolder, CARDGW_DEMO_PORT: port } = env;
  try {
    return await startDemoGateway({
      port,
      folder: demoFolder(dataFolder),
      secret: demoSecret(dataFolder),
      now,
      log,
      env,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') log('warn', 'card_demo.port_taken', { port });
    else log('error', 'card_demo.not_started', { error });
    return null;
  }
}
