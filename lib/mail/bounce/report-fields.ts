/**
 * Fields of a machine-readable report, with lower-cased names and unfolded values. The first of a repeated field
 * counts.
 */
export type ReportFields = ReadonlyMap<string, string>;

const MAX_GROUPS = 201;
const MAX_TEXT = 256 * 1024;
/** A field that begins the next recipient when the empty line before it is missing. */
const FIRST_OF_RECIPIENT = 'final-recipient';

/**
 * Returns the groups of fields of a delivery status (RFC 3464 2.1) or feedback report (RFC 5965). The first group is
 * about the message, each further one about a recipient. Reading stops at a line that begins with two dashes, because
 * some programs do not end the report.
 */
export function reportGroups(text: string): ReportFields[] {
  const groups: Map<string, string>[] = [];
  let group: Map<string, string> | null = null;
  let last: string | null = null;
  for (const line of text.slice(0, MAX_TEXT).split(/\r\n|\n|\r/)) {
    if (line.startsWith('--') || groups.length >= MAX_GROUPS) break;
    if (line.trim() === '') {
      group = null;
      last = null;
    } else if (/^[ \t]/.test(line) && group && last) {
      group.set(last, `${group.get(last)} ${line.trim()}`.slice(0, 4000));
    } else {
      const [, name, value = ''] = /^([!-9;-~]{1,60}):\s*(.*)$/.exec(line) ?? [];
      last = name?.toLowerCase() ?? null;
      if (!last) continue;
      if (!group || (last === FIRST_OF_RECIPIENT && group.has(FIRST_OF_RECIPIENT))) {
        group = new Map();
        groups.push(group);
      }
      if (!group.has(last)) group.set(last, value.trim());
    }
  }
  return groups;
}

/** Returns "rfc822; ann@shop.test" without its type. */
export const typedValue = (value: string | undefined): string | null =>
  value === undefined ? null : value.replace(/^[\w.-]{1,30}\s*;\s*/, '').trim() || null;
