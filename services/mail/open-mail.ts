import type { Log } from '#lib/context/ports/log.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import type { Env } from '#lib/core/env/env.ts';
import { openDevMailbox } from './dev-mailbox.ts';
import { openPlatformMailer } from './platform-mailer.ts';

/**
 * How the platform sends mail: by SMTP_* where it is set; else into the development mailbox, but in production only for
 * a demo; else not at all, and sign-in says so.
 */
export function openMail(
  env: Env,
  world: { readonly now: () => Date; readonly log: Log },
): Pick<Runtime, 'mailer' | 'devMailbox'> {
  const mailer = openPlatformMailer(env);
  const devMailbox = !mailer && (env.PLAZA_DEMO || env.NODE_ENV !== 'production') ? openDevMailbox(world) : null;
  return { mailer: mailer ?? devMailbox, devMailbox };
}
