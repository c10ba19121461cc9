import { visibleText } from '#lib/mail/visible-text.ts';
import { withoutMarks } from '#lib/settings/model/prompt-marks.ts';

export const MOST_CHARACTERS = 12_000;
export const MOST_MESSAGES = 5;
const MOST_SUBJECT = 300;

/** One mail of a thread as the model sees it: only the text its author wrote. */
export type PromptMail = { readonly from: 'customer' | 'shop'; readonly subject: string; readonly text: string };

/**
 * Returns the newest mails of a thread, oldest first, between marks whose name outsiders cannot know. Everything
 * between the marks is data. The separate instructions say so.
 */
export function promptData(mails: readonly PromptMail[], name: string): string {
  const blocks = mails.slice(-MOST_MESSAGES).map(({ from, subject, text }) => {
    const title = withoutMarks(visibleText(subject).replaceAll(/\s+/g, ' '), name).slice(0, MOST_SUBJECT);
    const body = withoutMarks(visibleText(text.slice(0, MOST_CHARACTERS * 2)), name)
      .slice(0, MOST_CHARACTERS)
      .toWellFormed();
    return `<<<${name} mail from the ${from}\nSubject: ${title}\n\n${body}\n>>>${name}`;
  });
  return blocks.join('\n\n');
}
