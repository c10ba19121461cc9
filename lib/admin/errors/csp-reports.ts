import { z } from 'zod';
import { pagePatternOf } from '#lib/api/collecting/route-patterns.ts';

/** A breach of the content policy without the addresses of the page. */
export type Breach = { readonly directive: string; readonly blocked: string; readonly path: string };

/** How a browser sends reports: by `report-uri` one alone, by the reporting API several. */
export const reportTypes = ['application/csp-report', 'application/reports+json'] as const;
const MOST_REPORTS = 20;

const text = z.string().max(16_384).catch('');
const legacy = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'blocked-uri': text,
    'effective-directive': text,
    'violated-directive': text,
  }),
});
const modern = z
  .array(
    z.object({
      type: text,
      body: z.object({ documentURL: text, blockedURL: text, effectiveDirective: text }).nullish().catch(null),
    }),
  )
  .max(MOST_REPORTS);

/** A body with reports: one of `report-uri`, or several of the reporting API. */
export const cspReports = z.union([legacy, modern]);

/** Returns the breaches that a body reports. Reports of other kinds are left out. */
export function breachesIn(body: z.output<typeof cspReports>): readonly Breach[] {
  if (!('csp-report' in body))
    return body.flatMap(({ type, body: report }) =>
      type === 'csp-violation' && report
        ? [breachOf(report.effectiveDirective, report.blockedURL, report.documentURL)]
        : [],
    );
  const { 'csp-report': report } = body;
  const directive = report['effective-directive'] || report['violated-directive'];
  return [breachOf(directive, report['blocked-uri'], report['document-uri'])];
}

const breachOf = (directive: string, blocked: string, page: string): Breach => ({
  directive: keywordOf(directive.split(' ', 1)[0] ?? ''),
  blocked: originOf(blocked),
  path: URL.canParse(page) ? pagePatternOf(new URL(page).pathname) : 'other',
});

const keywordOf = (word: string): string => (/^[a-z][a-z-]{0,39}$/.test(word) ? word : 'other');

/** Returns the origin of an address, its scheme where it has no host, or a keyword such as `inline`. */
function originOf(blocked: string): string {
  if (!URL.canParse(blocked)) return keywordOf(blocked);
  const { protocol, host } = new URL(blocked);
  return /^https?:$|^wss?:$/.test(protocol) ? `${protocol}//${host}`.slice(0, 200) : protocol.slice(0, 40);
}
