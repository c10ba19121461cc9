// Who may import whom: the table of docs/ARCHITECTURE.md, checked by dependency-cruiser.
const domains = '(crm|messaging|notifications|store|payments|admin)';
const deny = (name, from, to, except) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: to, ...(except && { pathNot: except }) },
});
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    deny('lib-below-ui', '^lib/', '^(app|components)/'),
    deny('lib-uses-ports-only', '^lib/', '^services/'),
    deny('components-are-thin', '^components/', '^(app|services|lib/(data|api|auth|core))/'),
    deny('app-asks-lib', '^app/', '^(services|lib/data)/|^lib/[^/]+/(collections|queries)\\.ts$'),
    deny(
      'adapters-below-domains',
      '^services/(?!run/|runtime\\.ts)',
      `^(app|components|lib/${domains})/`,
      '/(ports|values)\\.ts$|/schemas/',
    ),
    deny(
      'domains-meet-by-name',
      `^lib/${domains.replace('|admin', '')}/`,
      `^lib/${domains}/`,
      '^lib/$1/|/schemas/|/values\\.ts$|^lib/payments/|^lib/notifications/create\\.ts$|^lib/messaging/blocks\\.ts$|^lib/admin/(audit|settings)\\.ts$',
    ),
    deny(
      'schemas-are-pure',
      '^lib/[^/]+/schemas/',
      '^(lib/(?!core/(ids|time|money)\\.ts|[^/]+/(schemas/|values))|services/)',
    ),
    deny(
      'mail-planes-apart',
      '^services/mail/platform-mailer',
      '^services/mail/(imap|channel|parse|compose|clean|reply)',
    ),
    deny(
      'mail-planes-apart-too',
      '^services/mail/(imap|channel|parse|compose|clean|reply)',
      '^services/mail/platform-mailer',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { conditionNames: ['import', 'default'], extensions: ['.ts', '.tsx', '.js'] },
  },
};
