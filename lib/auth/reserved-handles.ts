/** Names that speak for the platform, in any spelling with digits or underscores: `admin`, `admin_1`, `support24`. */
const offices = [
  ...[
    'abuse',
    'accounts',
    'admin',
    'administration',
    'administrator',
    'admins',
    'billing',
    'bot',
    'contact',
    'finance',
  ],
  ...['help', 'helpdesk', 'hostmaster', 'info', 'legal', 'mailer', 'mailerdaemon', 'management', 'mod', 'moderation'],
  ...['moderator', 'moderators', 'mods', 'noreply', 'notifications', 'official', 'operator', 'owner', 'payment'],
  ...['payments', 'plaza', 'plazaadmin', 'plazasupport', 'plazateam', 'postmaster', 'press', 'privacy', 'refund'],
  ...['refunds', 'root', 'safety', 'sales', 'security', 'service', 'staff', 'superadmin', 'superuser', 'support'],
  ...['sysadmin', 'system', 'team', 'trust', 'verification', 'verified', 'webmaster'],
];
/** Names that an address, a mention or a program would misread. */
const names = [
  ...['account', 'all', 'anonymous', 'anyone', 'api', 'cart', 'catalog', 'channel', 'checkout', 'community', 'console'],
  ...[
    'constructor',
    'deleted',
    'everyone',
    'false',
    'guest',
    'hasownproperty',
    'here',
    'home',
    'inbox',
    'isprototypeof',
  ],
  ...['login', 'logout', 'messages', 'nan', 'nobody', 'none', 'null', 'object', 'orders', 'products', 'proto'],
  ...['prototype', 'public', 'self', 'sell', 'seller', 'sellers', 'settings', 'shop', 'signin', 'signout', 'signup'],
  ...['somebody', 'store', 'test', 'tolocalestring', 'tostring', 'true', 'undefined', 'unknown', 'user', 'users'],
  ...['valueof', 'vendor', 'vendors', 'visitor', 'wallet', 'www'],
];
const reserved = new Set([...offices, ...names]);

/** Returns whether a handle is reserved. Digits and underscores are ignored, so `__proto__` is `proto`. */
export const isReservedHandle = (handle: string): boolean => reserved.has(handle.replaceAll(/[_\d]/g, ''));
