import type { Log } from '#lib/context/ports/log.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import type { Env } from '#lib/core/env/env.ts';
import { openDevMailbox } from './dev-mailbox.ts';
import { openPlatformMailer } from './platform-mailer.ts';

/**
 * Opens the platform's mail. With SMTP_* set, mail goes to that server. Otherwise it goes into the development mailbox,
 * in production only for a demo. In all other cases mail is not sent, and sign-in reports that.
 */
export function openMail(
  env: Env,
  world: { readonly now: () => Date; readonly log: Log },
): Pick<Runtime, 'mailer' | 'devMailbox'> {
  const mailer = openPlatformMailer(env);
  const devMailbox = !mailer && (env.PLAZA_DEMO || env.NODE_ENV !== 'production') ? openDevMailbox(world) : null;
  return { mailer: mailer ?? devMailbox, devMailbox };
}
