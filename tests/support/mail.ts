import type { Runtime } from '#lib/context/runtime.ts';

/** A sign-in mail as its reader sees it. */
export type ReadMail = { readonly to: string; readonly code: string; readonly token: string; readonly text: string };

/** Drains the outbox and returns the newest sign-in mail; throws when there is none. */
export async function readMail(world: Pick<Runtime, 'drain' | 'devMailbox'>): Promise<ReadMail> {
  const [newest] = await readMails(world);
  if (!newest) throw new Error('no mail has arrived');
  return newest;
}

/** Drains the outbox and returns every sign-in mail so far, newest first. */
export async function readMails({ drain, devMailbox }: Pick<Runtime, 'drain' | 'devMailbox'>): Promise<ReadMail[]> {
  await drain();
  const mails = (await devMailbox?.list()) ?? [];
  const ours = mails.filter(({ key }) => key.startsWith('login-'));
  return ours.map(({ to, text, code, link }) => ({
    to,
    text,
    code: code ?? '',
    token: link ? (new URL(link).searchParams.get('token') ?? '') : '',
  }));
}
