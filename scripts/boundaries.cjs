// The import rules, checked by dependency-cruiser. docs/ARCHITECTURE.md shows the floors. The files in
// tests/fixtures/boundaries break each rule once.
const domains = '(crm|messaging|notifications|store|payments|admin)';
/** The first and last day that the server accepts: a date field ends there. */
const days = '^lib/core/calendar-day\\.ts$';
/** Any file may import the value sets, limits and schemas of any domain. */
const shapes = '/(values|limits)\\.ts$|/schemas/';
/** Rooms of lib, lowest floor first; the domains are above them. A file imports nothing from above, even types. */
const floors = [
  'core',
  'i18n',
  'context',
  'data',
  'search',
  'audit',
  'settings',
  'mail',
  'language',
  'api|auth',
  'tunnel',
];
/** The ports that lib/context may import are the only exception. docs/ARCHITECTURE.md gives the reason for each. */
const listedPorts =
  '^lib/(auth/schemas/user|crm/mailboxes/ports|data/store|mail/ports|payments/ports|search/search-index|tunnel/tunnel)\\.ts$';

const productCode = '^(app|components|lib|services|tests|docs)/';

/** The two planes that send mail. Both may use dev-mailbox and smtp-stage. */
const platformPlane = '^services/mail/(platform-mailer|open-mail)\\.ts$';
const channelPlane =
  '^services/mail/(imap|channel|parse|compose|clean|reply|html|sent|demo|scripted|open-channels|mail-(oauth|tools|body))';

const from = (path) => ({ path, pathNot: '\\.test\\.tsx?$' });
const deny = (name, path, to, except) => ({
  name,
  severity: 'error',
  from: from(path),
  to: { path: to, ...(except && { pathNot: except }) },
});
/** The packages a folder may import besides those of Node. An unresolved package is matched by its import name. */
const vendors = (name, path, ...packages) => ({
  name,
  severity: 'error',
  from: from(path),
  to: {
    path: '^[a-z@]|node_modules/',
    dependencyTypesNot: ['core'],
    pathNot: `(^|node_modules/)(@types/|(${packages.join('|')})(/|$))|${productCode}`,
  },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },

    deny('lib-below-ui', '^lib/', '^(app|components)/'),
    deny('lib-uses-ports-only', '^lib/', '^services/'),
    deny(
      'components-are-thin',
      '^components/',
      '^(app|services|lib/(data|api|auth|core|context))/',
      `${shapes}|${days}`,
    ),
    deny('ui-knows-no-domain', '^components/ui/', '^(lib|components/(?!ui/))', days),
    deny('app-asks-lib', '^app/', '^(services|lib/data)/|^lib/.+/(collections|queries)\\.ts$'),
    deny(
      'adapters-below-domains',
      '^services/(?!run/|runtime\\.ts|collections\\.ts)',
      `^(app|components|lib/(audit|settings|mail|language)|lib/${domains})/`,
      `/ports\\.ts$|${shapes}`,
    ),
    // Adapters share only this: the search index is in the file of the SQLite store, all files of the data folder have
    // the same permissions, and mails and pictures are processed in the same kind of thread.
    deny(
      'adapters-apart',
      '^services/(?!run/|runtime\\.ts)([^/]+)/',
      '^services/',
      '^services/($1|http|threads)/|^services/(database/sqlite-handle|files/private-files)\\.ts$',
    ),
    deny(
      'domains-meet-by-name',
      `^lib/${domains.replace('|admin', '')}/`,
      `^lib/${domains.replace('|admin', '')}/`,
      `^lib/$1/|${shapes}|^lib/payments/|^lib/notifications/write/create\\.ts$|^lib/messaging/(members/blocks|attachments/quota)\\.ts$`,
    ),
    deny('payments-know-no-shop', '^lib/payments/', '^lib/store/'),
    // A reader of a purchase never meets the shards of a hot product.
    deny('stock-behind-one-file', '^lib/store/(cart|checkout|orders)/', '^lib/store/stock/', '/stock/stock\\.ts$'),
    deny('admin-on-top', `^lib/${domains.replace('|admin', '')}/`, '^lib/admin/'),
    deny('ground-below-domains', `^lib/(${floors.join('|').replace('context|', '')})/`, `^lib/${domains}/`),
    ...floors.slice(0, -1).map((floor, at) => {
      const above = `^lib/(${floors.slice(at + 1).join('|')})/`;
      return floor === 'context'
        ? deny('context-lists-ports', '^lib/context/', `${above}|^lib/${domains}/`, listedPorts)
        : deny(`floor-of-${floor.replace('|', '-and-')}`, `^lib/(${floor})/`, above);
    }),
    deny('web-is-for-browsers', '^(lib/(?!web/)|services/|app/api/)', '^lib/web/'),
    deny(
      'schemas-are-pure',
      '^lib/[^/]+/schemas/',
      '^(lib/(?!core/(countries|iban|ids|id-pattern|order-number|time|durations|money|paging|plain-text|query-values)\\.ts|.+/(schemas/|values|limits\\.ts))|services/)',
    ),
    deny('values-are-bare', '^lib/.+/(values|limits)\\.ts$', '.', '/values\\.ts$|^lib/core/durations\\.ts$'),
    // Indirect imports count too: one plane must never reach the servers of the other.
    { ...deny('mail-planes-apart', platformPlane), to: { path: channelPlane, reachable: true } },
    { ...deny('mail-planes-apart-too', channelPlane), to: { path: platformPlane, reachable: true } },

    vendors('lib-is-plain', '^lib/(?!api/|auth/|web/)', 'zod'),
    vendors('auth-knows-cookies', '^lib/auth/', 'zod', 'jose', 'next'),
    vendors('api-knows-next', '^lib/api/', 'zod', 'jose', 'next', 'react', 'server-only'),
    vendors('web-knows-react', '^lib/web/(?!texts/)', 'react', 'swr', 'next', 'next-intl', 'server-only'),
    vendors('texts-know-markdown', '^lib/web/texts/', 'marked', 'entities', 'react'),
    vendors(
      'components-know-react',
      '^components/',
      'react',
      'react-dom',
      'radix-ui',
      'cmdk',
      'sonner',
      'lucide-react',
      'swr',
      'next',
      'next-intl',
    ),
    // The excluded file gets its socket from the hosting platform.
    vendors(
      'app-knows-next',
      '^app/(?!api/tunnel/ws/)',
      'react',
      'next',
      'next-intl',
      'server-only',
      'zod',
      'lucide-react',
      '@fontsource-variable',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { conditionNames: ['import', 'default'], extensions: ['.ts', '.tsx', '.js'] },
  },
};
