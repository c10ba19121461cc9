import { createTransport } from 'nodemailer';
import { costlyMails, hostileMails } from '#tests/support/hostile-mails.ts';
import type { Ask, Input } from './field.ts';
import { type LagWorld, MAILBOX } from './world.ts';

/** Returns an input per hostile mail, sent by LMTP into a mailbox that the server polls. None without Dovecot. */
export function mailInputs(world: LagWorld): readonly Input[] {
  const { mails } = world;
  if (!mails) return [];
  return [...costlyMails, ...hostileMails].map(({ name, make }) => ({
    name: `mail: ${name}`,
    run: async (ask: Ask) => {
      const lmtp = createTransport({ host: '127.0.0.1', port: mails.lmtpPort, lmtp: true, ignoreTLS: true });
      await lmtp.sendMail({ envelope: { from: 'a@x.test', to: MAILBOX }, raw: withOwnId(make()) });
      lmtp.close();
      await poll(ask, world);
    },
  }));
}

let count = 0;

/**
 * Gives a mail its own Message-ID. A second mail under the same id would be recognised by its header and not be read.
 */
function withOwnId(made: Uint8Array): Buffer {
  const raw = Buffer.from(made);
  count += 1;
  const at = raw.indexOf('<h@x.test>');
  const own = Buffer.from(`<${count}@x.test>`);
  return at === -1 ? raw : Buffer.concat([raw.subarray(0, at), own, raw.subarray(at + '<h@x.test>'.length)]);
}

async function poll(ask: Ask, { secrets }: LagWorld): Promise<void> {
  const path = '/api/cron/email-processor';
  await ask({ method: 'POST', path, bearer: secrets.cron, body: { action: 'poll', force: true } });
}
