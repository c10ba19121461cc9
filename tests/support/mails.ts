import type { Context } from '#lib/context/context.ts';
import { readMail } from '#lib/crm/threads/ingest.ts';
import { type StoredMail, storeMail } from '#lib/crm/threads/store-mail.ts';

export type WrittenMail = {
  readonly mid?: string | null;
  readonly from?: string;
  readonly to?: string;
  readonly cc?: string;
  readonly replyTo?: string;
  readonly subject?: string;
  readonly date?: string;
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  readonly text?: string;
  readonly html?: string;
  readonly headers?: readonly string[];
  readonly attachment?: { readonly name: string; readonly type: string; readonly text: string };
};

let count = 0;

/** Returns a mail as bytes. Ids are given without brackets. Missing fields are generated, with a fresh Message-ID. */
export function rawMail(mail: WrittenMail = {}): Uint8Array {
  count += 1;
  const mid = mail.mid === undefined ? `mail${count}@shop.test` : mail.mid;
  const html = mail.html !== undefined;
  const head = [
    `From: ${mail.from ?? 'Anna Kovalenko <anna@shop.test>'}`,
    `To: ${mail.to ?? 'help@plaza.test'}`,
    ...(mail.cc ? [`Cc: ${mail.cc}`] : []),
    ...(mail.replyTo ? [`Reply-To: ${mail.replyTo}`] : []),
    `Subject: ${mail.subject ?? 'A question'}`,
    ...(mid === null ? [] : [`Message-ID: <${mid}>`]),
    `Date: ${mail.date ?? 'Mon, 02 Mar 2026 09:00:00 +0000'}`,
    ...(mail.inReplyTo ? [`In-Reply-To: <${mail.inReplyTo}>`] : []),
    ...(mail.references?.length ? [`References: ${mail.references.map((id) => `<${id}>`).join(' ')}`] : []),
    ...(mail.headers ?? []),
    'MIME-Version: 1.0',
  ];
  const part = [
    `Content-Type: text/${html ? 'html' : 'plain'}; charset=utf-8`,
    '',
    mail.html ?? mail.text ?? 'When does my parcel come?',
  ];
  const { attachment } = mail;
  const body = attachment
    ? [
        'Content-Type: multipart/mixed; boundary="b1"',
        '',
        '--b1',
        ...part,
        '--b1',
        `Content-Type: ${attachment.type}; name="${attachment.name}"`,
        `Content-Disposition: attachment; filename="${attachment.name}"`,
        '',
        attachment.text,
        '--b1--',
      ]
    : part;
  return Buffer.from([...head, ...body, ''].join('\r\n'));
}

/** Returns a person's mail with a file attached; the same number gives the same mail. */
export const filedMail = (n: number): WrittenMail => ({
  mid: `filed-${n}@asker.test`,
  from: `Asker ${n} <asker-${n}@asker.test>`,
  to: 'support@example.test',
  subject: `Question ${n}`,
  attachment: { name: 'bill.txt', type: 'text/plain', text: `bill ${n}` },
});

/** Reads and stores a mail as the poll does. */
export async function takeMail(
  ctx: Context,
  mail: WrittenMail | Uint8Array = {},
  { channelId, uid = 0 }: { readonly channelId?: string; readonly uid?: number } = {},
): Promise<StoredMail> {
  const raw = mail instanceof Uint8Array ? mail : rawMail(mail);
  const read = await readMail(ctx, raw, channelId === undefined ? {} : { channelId });
  const arrivedAt = ctx.now().toISOString();
  return storeMail(ctx, read, { via: 'imap', arrivedAt, uid, uidValidity: uid === 0 ? null : '1' });
}

/** The variables of a world with two channels: `help` and `sales`. */
export const twoChannels = {
  CRM_CHANNELS: 'help,sales',
  CRM_CHANNEL_HELP_ADDRESS: 'help@plaza.test',
  CRM_CHANNEL_SALES_ADDRESS: 'sales@plaza.test',
};
