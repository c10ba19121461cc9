import type { Runtime } from '#lib/context/runtime.ts';
import { seedSettings } from '#lib/settings/settings.ts';
import { demoRoleEmails, seedDemoPeople } from './demo/demo-people.ts';
import { seedDemoCatalog } from './demo/seed-demo.ts';
import { seedDemoInbox } from './demo/seed-inbox.ts';

/** Makes what every server starts with: the settings nobody has made yet, from its environment. */
export const seedPlatform = (runtime: Runtime): Promise<void> => seedSettings(runtime);

/** Fills a demo with people, a shop and its mail, once; does nothing on any other server. */
export async function seedDemo(runtime: Runtime): Promise<void> {
  if (!runtime.env.PLAZA_DEMO) return;
  const owners = await seedDemoPeople(runtime);
  await seedDemoCatalog(runtime, owners);
  await seedDemoInbox(runtime);
}

/** What somebody who has just started a demo wants to know; null on any other server. */
export function demoWelcome({ env, origin }: Pick<Runtime, 'env' | 'origin'>): string | null {
  if (!env.PLAZA_DEMO) return null;
  const mail =
    env.SMTP_HOST === undefined ? `the code is in ${origin}/dev/mailbox and in this log` : 'the code comes by mail';
  return `Plaza demo at ${origin}\nSign in as ${demoRoleEmails.join(', ')}: ${mail}\n`;
}
