import type { Runtime } from '#lib/context/runtime.ts';
import { seedSettings } from '#lib/settings/settings.ts';
import { seedDemoPeople } from './demo/demo-people.ts';
import { seedDemoCatalog } from './demo/seed-demo.ts';
import { seedDemoInbox } from './demo/seed-inbox.ts';

/** Inserts the settings that do not exist yet, from the environment. */
export const seedPlatform = (runtime: Runtime): Promise<void> => seedSettings(runtime);

/** Inserts the people, the shop and the mail of a demo, once. Does nothing on any other server. */
export async function seedDemo(runtime: Runtime): Promise<void> {
  if (!runtime.env.PLAZA_DEMO) return;
  const owners = await seedDemoPeople(runtime);
  await seedDemoCatalog(runtime, owners);
  await seedDemoInbox(runtime);
}
