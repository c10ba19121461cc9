import { clockText } from '#components/messages/call/call-words.ts';
import { type Named, nameOf, namesOf } from '#components/messages/names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { SystemKind } from '#lib/messaging/values.ts';
import { textOf } from '#lib/web/text-of.ts';

type Said = { readonly content: string; readonly metadata: Readonly<Record<string, unknown>> };

/**
 * Returns a system message in the reader's language, with the current names of users. For an unknown kind it returns
 * the server's own sentence.
 */
export function systemText(
  { content, metadata }: Said,
  { texts, locale, ...named }: Named & { readonly texts: Texts<'messageCards'>; readonly locale: string },
): string {
  const ids = Array.isArray(metadata.userIds) ? metadata.userIds.map(textOf) : [];
  const byId = textOf(metadata.byId);
  const isMine = byId === named.me;
  const values = {
    names: namesOf(ids, locale, named),
    by: nameOf(byId, named),
    name: textOf(metadata.groupName),
    caller: nameOf(textOf(metadata.callerId), named),
    length: clockText(Number(metadata.durationSeconds) || 0),
  };
  const sentence = (text: string) => capital(fill(text, values, locale), locale);

  switch (metadata.kind as SystemKind) {
    case 'member_joined':
      // A user who rejoins on their own appears as the one who added them.
      if (ids.length === 1 && ids[0] === byId) return sentence(isMine ? texts.sys_youJoined : texts.sys_joined);
      return sentence(isMine ? texts.sys_youAdded : texts.sys_added);
    case 'member_left':
      return sentence(texts.sys_left);
    case 'member_removed':
      return sentence(isMine ? texts.sys_youRemoved : texts.sys_removed);
    case 'group_renamed':
      return sentence(isMine ? texts.sys_youRenamed : texts.sys_renamed);
    case 'missed_call':
      return sentence(metadata.callerId === named.me ? texts.sys_unanswered : texts.sys_missed);
    case 'call_ended':
      return sentence(metadata.media === 'video' ? texts.sys_videoEnded : texts.sys_callEnded);
    default:
      return content;
  }
}

const capital = (text: string, locale: string): string => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
