import { headerOf } from '#lib/mail/headers/headers.ts';
import type { BounceReport, ParsedMail } from '#lib/mail/ports.ts';
import { addressesOf } from './notice.ts';
import { originalMessageId } from './original-message.ts';
import { hasNullPath } from './signs.ts';

const MAX_BODY = 4000;

/** Programs that write for a list, and the list's address for bounces. No person writes from these. */
const PROGRAM =
  /^(?:mailman|majordomo|majordom|listserv|l-soft|listproc|ezmlm|sympa|listmaster|ecartis|[\w.+-]{1,60}[-+]bounces?)$/i;
/** Addresses from which a list's program or a person may write. `purchasing-admin`, for example, is often a person. */
const ROLE = /^(?:owner-[\w.+-]{1,60}|[\w.+-]{1,60}[-+](?:owner|admin|request|help|return|confirm\+?\w{0,60}))$/i;

/** A list that holds a mail for a moderator may still deliver it. */
const HELD =
  /awaits? (?:moderat|approval)|awaiting (?:moderat|approval)|(?:is |being |been )held (?:until|for|pending)|held for (?:moderat|approval)|(?:forwarded|sent|submitted) to (?:the |its )?(?:list )?(?:moderators?|owners?|editors?)(?: for| \(?s\)? for)? ?(?:approval|review|moderation)?|requires (?:the )?(?:moderator'?s? )?approval|pending (?:moderat|approval)|purgatory/i;

const REJECTED =
  /(?:request to mailing list .{1,100}|your (?:message|mail|post(?:ing)?|submission)\b.{0,300}?|posting of your message titled .{1,300}?) (?:was |has been |is )?(?:automatically |been )?(?:rejected|refused|discarded|not (?:distributed|accepted|posted))|^rejected (?:posting|message)|not (?:allowed|authori[sz]ed|permitted) to (?:post|send (?:mail|messages?))|only (?:subscribers?|members?|list members) (?:may|can|are allowed to) (?:post|send)|(?:post|posting|submission|message)s? (?:by|from) (?:a )?non-?(?:member|subscriber)s?|non-?(?:member|subscriber) (?:submission|post|message)|you are not (?:a )?(?:subscribed|subscriber|member)|closed (?:mailing )?list|message distribution denied/i;

/**
 * Reads the reply of a list server that did not deliver a mail (Mailman, LISTSERV, Majordomo, Sympa, ezmlm). Returns
 * null for other mails. Such a reply has no status code. A mail that waits for a moderator is delayed, and a rejected
 * one has failed. Neither means that the address does not exist.
 */
export function listRefusal(mail: ParsedMail): BounceReport | null {
  if (!isOfListServer(mail)) return null;
  const text = (mail.text || mail.html || '').slice(0, MAX_BODY);
  // A wrapped line belongs to one sentence.
  const said = `${mail.subject}\n${text.replace(/(?<!\n)\r?\n(?!\r?\n)/g, ' ')}`;
  const isHeld = HELD.test(said);
  const found = isHeld ? HELD.exec(said) : REJECTED.exec(said);
  if (!found) return null;
  const line = said.slice(0, found.index).lastIndexOf('\n') + 1;
  const address = listAddress(mail);
  return {
    outcome: isHeld ? 'transient' : 'permanent',
    hard: false,
    recipients: address
      ? [
          {
            address,
            status: null,
            replyCode: null,
            action: null,
            diagnostic:
              said
                .slice(line, line + 1000)
                .split('\n', 1)[0]
                ?.replace(/\s+/g, ' ')
                .trim() || null,
            reason: 'policy',
          },
        ]
      : [],
    originalMessageId: originalMessageId(mail),
    feedbackType: null,
    reportingMta: null,
  };
}

function isOfListServer(mail: ParsedMail): boolean {
  if (headerOf(mail.headers, 'x-list-administrivia') !== null) return true;
  const local = mail.from[0]?.address.split('@')[0] ?? '';
  return PROGRAM.test(local) || (ROLE.test(local) && isByProgram(mail));
}

/** Returns true when headers show that a program wrote this mail. */
function isByProgram(mail: ParsedMail): boolean {
  const said = (name: string) => headerOf(mail.headers, name)?.trim().toLowerCase() ?? null;
  const isAutomatic = said('auto-submitted') !== null && said('auto-submitted') !== 'no';
  const isBulk = ['bulk', 'list', 'junk'].includes(said('precedence') ?? '');
  return (
    isAutomatic ||
    isBulk ||
    hasNullPath(mail) ||
    ['x-mailman-version', 'x-beenthere'].some((name) => said(name) !== null)
  );
}

/** Returns the address of the list, from its own fields or else derived from the sender. */
function listAddress(mail: ParsedMail): string | null {
  const fields = ['x-beenthere', 'list-post'].map((name) => headerOf(mail.headers, name) ?? '');
  const [named] = addressesOf(fields.join(' ').replaceAll('mailto:', ''));
  if (named) return named;
  const [local = '', domain = ''] = (mail.from[0]?.address ?? '').toLowerCase().split('@');
  const list = /^(?:owner-)?([\w.+-]{1,60}?)(?:[-+](?:bounces?|owner|admin|request|help|return))?$/.exec(local)?.[1];
  return list && list !== local && domain ? `${list}@${domain}` : null;
}
