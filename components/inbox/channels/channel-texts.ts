import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import type { ChannelWords } from './channel-words.ts';

/** Returns what the health of a channel is written with, in the language of the account. */
export async function channelWords(): Promise<ChannelWords> {
  const [{ t, reader }, { t: inbox }] = await Promise.all([consoleTexts('channels'), consoleTexts('inbox')]);
  return { t, inbox, reader };
}
