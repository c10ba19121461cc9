/** Who speaks for the platform, in any spelling with digits or underscores: `admin`, `admin_1`, `support24`. */
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
/** What an address, a mention or a program would read as something else. */
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

/** Returns whether nobody may have a handle. Digits and underscores count for nothing, so `__proto__` is `proto`. */
export const isReservedHandle = (handle: string): boolean => reserved.has(handle.replaceAll(/[_\d]/g, ''));
