import { describe, expect, it } from 'vitest';
import { testEnv } from '#tests/support/context.ts';
import { channelOfAddress, defaultChannel, findChannel, ownAddresses, readChannels } from './channels.ts';
import { channelFaults } from './values.ts';

const PEM = 'certificate';
const read = (vars: Readonly<Record<string, string>>) =>
  readChannels(testEnv(vars), (path) => (path === '/ca.pem' ? PEM : null));

/**
 * Returns the variables of one complete channel. A field of `patch` replaces the default, and an empty field removes
 * it.
 */
const whole = (patch: Readonly<Record<string, string>> = {}, id = 'SUPPORT') =>
  Object.fromEntries(
    Object.entries({
      IMAP_HOST: 'imap.example.test',
      IMAP_USER: 'help@example.test',
      IMAP_PASSWORD: 'imap-secret',
      SMTP_HOST: 'smtp.example.test',
      ...patch,
    }).map(([field, value]) => [`CRM_CHANNEL_${id}_${field}`, value]),
  );
const oneChannel = (patch: Readonly<Record<string, string>> = {}, more: Readonly<Record<string, string>> = {}) => {
  const book = read({ CRM_CHANNELS: 'support', ...whole(patch), ...more });
  const [channel] = book.all;
  if (!channel) throw new Error('no channel');
  return { ...book, channel, codes: book.errors.map(({ field, code }) => `${field} ${code}`) };
};

describe('readChannels', () => {
  it('fills in every default of a channel that names only its servers', () => {
    const { channel, errors, defaultId } = oneChannel();

    expect(errors).toEqual([]);
    expect(defaultId).toBe('support');
    expect(channel).toEqual({
      id: 'support',
      name: 'Support',
      flow: 'standard',
      address: 'help@example.test',
      aliases: [],
      fromName: 'Support',
      replyTo: null,
      signature: null,
      mailbox: 'INBOX',
      imap: {
        host: 'imap.example.test',
        port: 993,
        tls: 'implicit',
        user: 'help@example.test',
        password: 'imap-secret',
        ca: null,
        servername: null,
        rejectUnauthorized: true,
      },
      smtp: {
        host: 'smtp.example.test',
        port: 587,
        tls: 'starttls',
        user: 'help@example.test',
        password: 'imap-secret',
        ca: null,
        servername: null,
        rejectUnauthorized: true,
      },
      canSend: true,
      shown: {
        imapHost: 'imap.example.test',
        imapUser: 'help@example.test',
        smtpHost: 'smtp.example.test',
        smtpUser: 'help@example.test',
        hasImapPassword: true,
        hasSmtpPassword: true,
      },
      oauth: null,
      sentMailbox: null,
      sentAppend: false,
      plusTokens: false,
      authservId: null,
      ai: true,
    });
  });

  it('reads every configured field', () => {
    const { channel, errors } = oneChannel({
      NAME: 'Helpdesk',
      FLOW: 'standard',
      ADDRESS: 'Desk@Example.test',
      ALIASES: 'a@example.test, B@example.test,',
      FROM_NAME: 'Our desk',
      REPLY_TO: 'answers@example.test',
      SIGNATURE: 'Yours\\nthe desk',
      IMAP_PORT: '143',
      SMTP_PORT: '465',
      SMTP_USER: 'sender',
      SMTP_PASSWORD: ' spaced ',
      MAILBOX: 'Shop/In',
      TLS_CA: '/ca.pem',
      TLS_SERVERNAME: 'mail.internal',
      SENT_MAILBOX: 'Gone',
      SENT_APPEND: 'true',
      PLUS_TOKENS: 'true',
      AUTHSERV_ID: 'MX.example.test',
      AI: 'off',
    });

    expect(errors).toEqual([]);
    expect(channel).toMatchObject({
      name: 'Helpdesk',
      address: 'desk@example.test',
      aliases: ['a@example.test', 'b@example.test'],
      fromName: 'Our desk',
      replyTo: 'answers@example.test',
      signature: 'Yours\nthe desk',
      mailbox: 'Shop/In',
      imap: { port: 143, tls: 'starttls', ca: PEM, servername: 'mail.internal' },
      smtp: { port: 465, tls: 'implicit', user: 'sender', password: ' spaced ' },
      sentMailbox: 'Gone',
      sentAppend: true,
      plusTokens: true,
      authservId: 'mx.example.test',
      ai: false,
    });
  });

  const faults: readonly (readonly [
    string,
    Readonly<Record<string, string>>,
    readonly string[],
    'imap' | 'smtp' | 'both' | 'none',
  ])[] = [
    ['a missing IMAP host', { IMAP_HOST: '' }, ['IMAP_HOST MissingImapHost'], 'imap'],
    ['a missing IMAP user', { IMAP_USER: '', ADDRESS: 'a@b.test' }, ['IMAP_USER MissingImapUser'], 'imap'],
    [
      'a missing IMAP password',
      { IMAP_PASSWORD: '', SMTP_PASSWORD: 'x' },
      ['IMAP_PASSWORD MissingImapPassword'],
      'imap',
    ],
    ['a missing password for IMAP and SMTP', { IMAP_PASSWORD: '' }, ['IMAP_PASSWORD MissingImapPassword'], 'both'],
    ['a missing SMTP host', { SMTP_HOST: '' }, ['SMTP_HOST MissingSmtpHost'], 'smtp'],
    [
      'an SMTP user without a password',
      { IMAP_PASSWORD: '', SMTP_USER: 'u' },
      ['IMAP_PASSWORD MissingImapPassword', 'SMTP_PASSWORD MissingSmtpPassword'],
      'both',
    ],
    ['a missing address', { IMAP_USER: 'u' }, ['ADDRESS MissingAddress'], 'smtp'],
    ['two addresses in one field', { ADDRESS: 'a@b.test, c@d.test' }, ['ADDRESS BadAddress'], 'smtp'],
    ['an invalid alias', { ALIASES: 'nobody' }, ['ALIASES BadAddress'], 'none'],
    ['an invalid IMAP port', { IMAP_PORT: '70000' }, ['IMAP_PORT BadPort'], 'imap'],
    ['an invalid SMTP port', { SMTP_PORT: 'smtp' }, ['SMTP_PORT BadPort'], 'smtp'],
    ['an invalid TLS mode', { SMTP_TLS: 'ssl' }, ['SMTP_TLS BadTls'], 'smtp'],
    [
      'an invalid TLS_REJECT_UNAUTHORIZED',
      { TLS_REJECT_UNAUTHORIZED: 'no' },
      ['TLS_REJECT_UNAUTHORIZED BadTls'],
      'both',
    ],
    ['an unreadable certificate authority', { TLS_CA: '/elsewhere.pem' }, ['TLS_CA UnreadableCa'], 'both'],
    ['a host with a port', { IMAP_HOST: 'imap.example.test:993' }, ['IMAP_HOST BadValue'], 'imap'],
    ['an unknown sign-in method', { AUTH: 'kerberos' }, ['AUTH BadValue'], 'both'],
    ['an invalid switch', { AI: 'maybe' }, ['AI BadValue'], 'none'],
    ['an unknown flow', { FLOW: 'fancy' }, ['FLOW BadValue'], 'none'],
    ['an unknown field', { IMAP_HOSTS: 'x' }, ['CRM_CHANNEL_SUPPORT_IMAP_HOSTS UnknownVariable'], 'none'],
    [
      'incomplete OAuth settings',
      { AUTH: 'oauth2', OAUTH_TOKEN_URL: 'https://id.test/token', OAUTH_CLIENT_ID: 'c', OAUTH_CLIENT_SECRET: 's' },
      ['OAUTH_REFRESH_TOKEN OauthIncomplete'],
      'both',
    ],
    [
      'an OAuth token URL without TLS',
      {
        AUTH: 'oauth2',
        OAUTH_TOKEN_URL: 'http://id.test/token',
        OAUTH_CLIENT_ID: 'c',
        OAUTH_CLIENT_SECRET: 's',
        OAUTH_REFRESH_TOKEN: 'r',
      },
      ['OAUTH_TOKEN_URL OauthIncomplete'],
      'both',
    ],
  ];
  it.each(faults)('reports %s and disables only the affected side', (_, patch, codes, broken) => {
    const read = oneChannel(patch);

    expect(read.codes).toEqual(codes);
    expect(read.channel.imap === null).toBe(broken === 'imap' || broken === 'both');
    expect(read.channel.smtp === null).toBe(broken === 'smtp' || broken === 'both');
    expect(read.channel.canSend).toBe(read.channel.smtp !== null);
  });

  it('rejects TLS_REJECT_UNAUTHORIZED=false in production and accepts it elsewhere', () => {
    const vars = { TLS_REJECT_UNAUTHORIZED: 'false' };

    expect(oneChannel(vars).channel.imap?.rejectUnauthorized).toBe(false);
    const production = oneChannel(vars, { NODE_ENV: 'production', APP_ORIGIN: 'https://plaza.test' });
    expect(production.codes).toEqual(['TLS_REJECT_UNAUTHORIZED InsecureTls']);
    expect([production.channel.imap, production.channel.smtp]).toEqual([null, null]);
  });

  it('uses OAuth for IMAP and SMTP and then needs no password', () => {
    const oauth = {
      AUTH: 'oauth2',
      OAUTH_TOKEN_URL: 'https://id.test/token',
      OAUTH_CLIENT_ID: 'c',
      OAUTH_CLIENT_SECRET: 's',
      OAUTH_REFRESH_TOKEN: 'r',
    };
    const { channel, errors } = oneChannel({ ...oauth, IMAP_PASSWORD: '' });

    expect(errors).toEqual([]);
    expect(channel.oauth).toEqual({
      tokenUrl: 'https://id.test/token',
      clientId: 'c',
      clientSecret: 's',
      refreshToken: 'r',
    });
    expect([channel.imap?.password, channel.smtp?.password]).toEqual([null, null]);
    expect(channel.smtp?.user).toBe('help@example.test');
  });

  it('keeps the order of the channels and drops invalid and repeated ids', () => {
    const book = read({
      CRM_CHANNELS: ' sales, Support,help-desk,sales ',
      ...whole({}, 'SALES'),
      ...whole({ ADDRESS: 'h@x.test' }, 'HELP_DESK'),
    });

    expect(book.all.map(({ id }) => id)).toEqual(['sales', 'help-desk']);
    expect(book.errors.map(({ code }) => code)).toEqual(['BadId', 'DuplicateId']);
    expect(book.all[1]?.imap?.host).toBe('imap.example.test');
  });

  it('assigns a variable to the longer of two matching channel ids', () => {
    const book = read({
      CRM_CHANNELS: 'shop,shop-from',
      ...whole({}, 'SHOP'),
      ...whole({ ADDRESS: 'f@x.test', NAME: 'Second' }, 'SHOP_FROM'),
    });

    expect(book.all.map(({ name, fromName }) => [name, fromName])).toEqual([
      ['Shop', 'Shop'],
      ['Second', 'Second'],
    ]);
    expect(book.errors).toEqual([]);
  });

  it('assigns a shared address to the first channel and reports it for the second', () => {
    const sales = whole({ ADDRESS: 'help@example.test', ALIASES: 'help@example.test,sales@example.test' }, 'SALES');
    const book = read({ CRM_CHANNELS: 'support,sales', ...whole(), ...sales });

    expect(book.errors.map(({ channel, field, code }) => [channel, field, code])).toEqual([
      ['sales', 'ADDRESS', 'DuplicateAddress'],
      ['sales', 'ALIASES', 'DuplicateAddress'],
    ]);
    expect(channelOfAddress({ channels: book }, 'help@example.test')?.id).toBe('support');
    expect(channelOfAddress({ channels: book }, 'sales@example.test')?.id).toBe('sales');
  });

  it('reports the variables of an unlisted channel and a default that is not listed', () => {
    const book = read({
      CRM_CHANNELS: 'support',
      ...whole(),
      ...whole({ IMAP_HOST: 'x', IMAP_USER: '', IMAP_PASSWORD: '', SMTP_HOST: '' }, 'SALES'),
      CRM_CHANNEL_DEFAULT: 'sales',
    });

    expect(book.errors).toEqual([
      { channel: null, field: 'CRM_CHANNEL_SALES_IMAP_HOST', code: 'UnlistedVariable', message: expect.any(String) },
      { channel: null, field: 'CRM_CHANNEL_DEFAULT', code: 'BadDefault', message: expect.any(String) },
    ]);
    expect(defaultChannel({ channels: book }).id).toBe('support');
  });

  it('returns one channel for webhook mail, which cannot send, when nothing is configured', () => {
    const book = read({});

    expect(book.all).toMatchObject([{ id: 'default', imap: null, smtp: null, canSend: false, address: '' }]);
    expect(book.errors).toMatchObject([{ channel: null, field: 'CRM_CHANNELS', code: 'NoChannels' }]);
    expect(findChannel({ channels: book }, 'default')?.shown.imapHost).toBe('');
  });

  it('returns one channel that can send, without errors, in a demo', () => {
    const book = read({ PLAZA_DEMO: '1' });

    expect(book).toMatchObject({
      defaultId: 'demo',
      errors: [],
      all: [{ id: 'demo', imap: null, smtp: null, canSend: true }],
    });
  });

  it('returns one channel that cannot send in a demo with a real SMTP server', () => {
    const book = read({ PLAZA_DEMO: '1', SMTP_HOST: 'smtp.plaza.test', SMTP_FROM: 'no-reply@plaza.test' });

    expect(book).toMatchObject({ errors: [], all: [{ id: 'demo', canSend: false }] });
  });

  it('reports errors without any configured value', () => {
    const secrets = {
      IMAP_PASSWORD: 'sesame-1',
      SMTP_PASSWORD: 'sesame-2',
      OAUTH_CLIENT_SECRET: 'sesame-3',
      OAUTH_REFRESH_TOKEN: 'sesame-4',
    };
    const wrong = {
      IMAP_HOST: 'sesame 5',
      IMAP_PORT: 'sesame6',
      IMAP_TLS: 'sesame7',
      ADDRESS: 'sesame8',
      AUTH: 'oauth2',
      OAUTH_TOKEN_URL: 'sesame9',
      AI: 'sesame10',
      TLS_CA: 'sesame11',
      ODD: 'sesame12',
    };
    const { errors } = oneChannel({ ...secrets, ...wrong });

    expect(errors.length).toBeGreaterThan(6);
    expect(JSON.stringify(errors)).not.toContain('sesame');
  });

  it('can report every fault code', () => {
    const books = [
      read({}),
      read({ CRM_CHANNELS: 'a,a,B!', CRM_CHANNEL_DEFAULT: 'z', CRM_CHANNEL_X_NAME: 'x', CRM_CHANNEL_A_X: 'x' }),
      ...faults.map(([, patch]) => oneChannel(patch)),
      oneChannel({ TLS_REJECT_UNAUTHORIZED: 'false' }, { NODE_ENV: 'production', APP_ORIGIN: 'https://plaza.test' }),
      read({ CRM_CHANNELS: 'a,b', ...whole({}, 'A'), ...whole({}, 'B') }),
    ];

    expect(new Set(books.flatMap(({ errors }) => errors.map(({ code }) => code)))).toEqual(new Set(channelFaults));
  });
});

describe('the channels of a context', () => {
  const channels = read({ CRM_CHANNELS: 'support', ...whole({ ALIASES: 'shop+eu@example.test' }) });

  it('know their own addresses, with or without a plus part', () => {
    expect([...ownAddresses({ channels })]).toEqual(['help@example.test', 'shop+eu@example.test']);
    expect(channelOfAddress({ channels }, 'Help+t.thr_1.abc@example.test')?.id).toBe('support');
    expect(channelOfAddress({ channels }, 'shop+eu@example.test')?.id).toBe('support');
    expect(channelOfAddress({ channels }, 'shop@example.test')).toBeNull();
  });
});
