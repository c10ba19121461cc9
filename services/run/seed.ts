import { Users } from '#lib/auth/collections.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { from } from '#lib/data/query.ts';
import { seedSettings } from '#lib/settings/settings.ts';
import { seedDemoPeople } from './demo/demo-people.ts';

/** Inserts the settings that do not exist yet, from the environment. */
export const seedPlatform = (runtime: Runtime): Promise<void> => seedSettings(runtime);

/** Inserts the people, the shop and the mail of a demo, once. Does nothing on any other server. */
export async function seedDemo(runtime: Runtime): Promise<void> {
  if (!runtime.env.PLAZA_DEMO) return;
  // Only a demo loads its goods and mails.
  const { seedDemoCatalog } = await import('./demo/seed-demo.ts');
  const { seedDemoInbox } = await import('./demo/seed-inbox.ts');
  const { noteHistory } = await import('./demo/history/progress.ts');
  const { seedDemoHistory } = await import('./demo/history/seed-history.ts');
  // A demo from before, with orders of its own, gets no past.
  if (runtime.env.PLAZA_DEMO_HISTORY && (await isNew(runtime))) await noteHistory(runtime.data, runtime.now());
  const owners = await seedDemoPeople(runtime);
  await seedDemoCatalog(runtime, owners);
  await seedDemoInbox(runtime);
  await seedDemoHistory(runtime);
}

const isNew = async ({ data }: Runtime): Promise<boolean> => (await data.find(from(Users).limit(1))).rows.length === 0;
