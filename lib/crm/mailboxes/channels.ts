import type { Env } from '#lib/core/env/env.ts';
import { withoutPlus } from '#lib/mail/headers/address.ts';
import type { JudgingChannel, MailJudge } from '#lib/mail/ports.ts';
import type { ChannelVariablesOf } from './channel-notes.ts';
import type { Channel, ChannelBook, ChannelProblem } from './ports.ts';
import { readChannel } from './read-channel.ts';
import { BUILT_IN_CHANNEL, type ChannelFault, type ChannelField, channelFields, DEMO_CHANNEL } from './values.ts';

const ID = /^[a-z0-9][a-z0-9-]{0,31}$/;
const PREFIX = 'CRM_CHANNEL_';

type Settings = Pick<
  Env,
  'NODE_ENV' | 'PLAZA_DEMO' | 'SMTP_HOST' | 'CRM_CHANNELS' | 'CRM_CHANNEL_DEFAULT' | 'channelVariables'
>;

/**
 * Reads the configuration of all channels. It never throws: errors are returned beside the channels. A channel with one
 * invalid half keeps the other half. `readPem` returns the certificates of a file, or null.
 */
export function readChannels(env: Settings, readPem: (path: string) => string | null): ChannelBook {
  const { ids, problems } = readIds(env);
  const { byId, strangers } = sortVariables(env, ids);
  const read = ids.map((id) =>
    readChannel(id, byId.get(id) ?? {}, { production: env.NODE_ENV === 'production', readPem }),
  );
  const { channels, twice } = eachAddressOnce(read.map(({ channel }) => channel));
  const all = channels.length > 0 ? channels : [builtIn(env)];
  const wanted = env.CRM_CHANNEL_DEFAULT?.trim();
  const named = wanted === undefined ? undefined : all.find(({ id }) => id === wanted);
  const badDefault =
    wanted !== undefined && named === undefined
      ? [problem('CRM_CHANNEL_DEFAULT', 'BadDefault', 'CRM_CHANNEL_DEFAULT must be one of CRM_CHANNELS')]
      : [];
  return {
    all,
    defaultId: (named ?? all[0] ?? builtIn(env)).id,
    errors: [...problems, ...read.flatMap((channel) => channel.problems), ...twice, ...strangers, ...badDefault],
  };
}

/** The channels of this process, or the part of them that another thread receives. */
type Book<C> = { readonly channels: { readonly all: readonly C[]; readonly defaultId: string } };

/** Returns the channel with this id, or null. */
export const findChannel = <C extends JudgingChannel>({ channels }: Book<C>, id: string): C | null =>
  channels.all.find((channel) => channel.id === id) ?? null;

/** Returns the channel for mail that belongs to no other channel. */
export function defaultChannel<C extends JudgingChannel>({ channels }: Book<C>): C {
  const channel = findChannel({ channels }, channels.defaultId);
  if (!channel) throw new Error('the default channel does not exist');
  return channel;
}

/** Returns every address of all channels, lower-cased. */
export const ownAddresses = ({ channels }: Book<JudgingChannel>): ReadonlySet<string> =>
  new Set(channels.all.flatMap(addressesOf));

/**
 * Returns the channel of an address, or null when the address is not ours. The plus part is ignored when the exact
 * address has no channel.
 */
export function channelOfAddress<C extends JudgingChannel>({ channels }: Book<C>, address: string): C | null {
  const exact = address.toLowerCase();
  const holds = (wanted: string) => channels.all.find((channel) => addressesOf(channel).includes(wanted));
  return holds(exact) ?? holds(withoutPlus(exact)) ?? null;
}

/** Returns the facts by which a mail of a channel is judged. */
export const judgeOf = (book: Book<JudgingChannel>, { id, authservId }: JudgingChannel): MailJudge => ({
  channelId: id,
  authservId,
  ownAddresses: [...ownAddresses(book)],
});

const addressesOf = ({ address, aliases }: JudgingChannel): readonly string[] =>
  address === '' ? aliases : [address, ...aliases];

const problem = (field: string, code: ChannelFault, message: string): ChannelProblem => ({
  channel: null,
  field,
  code,
  message,
});

function readIds(env: Settings): { readonly ids: readonly string[]; readonly problems: readonly ChannelProblem[] } {
  const named = (env.CRM_CHANNELS ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const good = named.filter((id) => ID.test(id));
  const ids = [...new Set(good)];
  const problems: ChannelProblem[] = [];
  const note = (code: ChannelFault, message: string) => problems.push(problem('CRM_CHANNELS', code, message));
  if (good.length < named.length)
    note(
      'BadId',
      'CRM_CHANNELS: an id has up to 32 characters from a-z, 0-9 and -, and begins with a letter or a digit',
    );
  if (ids.length < good.length) note('DuplicateId', 'CRM_CHANNELS must list each channel only once');
  // A demo needs no mailbox, so an empty list is not an error there.
  if (ids.length === 0 && (!env.PLAZA_DEMO || env.CRM_CHANNELS !== undefined))
    note('NoChannels', 'CRM_CHANNELS lists no channel: mail arrives only through the webhook, and no mail can be sent');
  return { ids, problems };
}

/** Assigns each variable to the channel it names. When two channel ids match, the longer one wins. */
function sortVariables(env: Settings, ids: readonly string[]) {
  const byId = new Map<string, ChannelVariablesOf>(ids.map((id) => [id, {}]));
  const strangers: ChannelProblem[] = [];
  const longestFirst = [...ids].sort((a, b) => b.length - a.length);
  for (const [name, value] of Object.entries(env.channelVariables)) {
    const rest = name.slice(PREFIX.length);
    const owners = longestFirst.filter((id) => rest.startsWith(prefixOf(id)));
    const owner = owners.find((id) => isField(rest.slice(prefixOf(id).length)));
    const field = owner === undefined ? '' : rest.slice(prefixOf(owner).length);
    if (owner !== undefined && isField(field)) byId.set(owner, { ...byId.get(owner), [field]: trimmed(field, value) });
    else strangers.push(strangerOf(name, owners));
  }
  return { byId, strangers };
}

const prefixOf = (id: string): string => `${id.toUpperCase().replaceAll('-', '_')}_`;
const isField = (text: string): text is ChannelField => channelFields.some((field) => field === text);
/** Trims a value, except passwords, secrets and signatures, because blanks may belong to these. */
const trimmed = (field: ChannelField, value: string): string =>
  /PASSWORD|SECRET|TOKEN$|SIGNATURE/.test(field) ? value : value.trim();

const strangerOf = (name: string, [owner]: readonly string[]): ChannelProblem =>
  owner === undefined
    ? problem(name, 'UnlistedVariable', `${name} does not belong to a channel listed in CRM_CHANNELS`)
    : { ...problem(name, 'UnknownVariable', `${name} does not end in the name of a channel field`), channel: owner };

/** Keeps each address in the first channel that has it, because mail to an address goes to one channel only. */
function eachAddressOnce(read: readonly Channel[]) {
  const taken = new Set<string>();
  const twice: ChannelProblem[] = [];
  const note = (channel: Channel, field: ChannelField) =>
    twice.push({
      channel: channel.id,
      field,
      code: 'DuplicateAddress',
      message: `${field} contains an address that already belongs to a channel`,
    });
  const channels = read.map((channel) => {
    const { address, aliases } = channel;
    if (address !== '' && taken.has(address)) note(channel, 'ADDRESS');
    taken.add(address);
    const own = aliases.filter((alias) => !taken.has(alias));
    if (own.length < aliases.length) note(channel, 'ALIASES');
    for (const alias of own) taken.add(alias);
    return { ...channel, aliases: own };
  });
  return { channels, twice };
}

/**
 * Returns the channel that needs no configuration. In a demo this channel also sends, into the development mailbox.
 * That mailbox does not exist when the platform sends its own mail through a real SMTP server.
 */
function builtIn({ PLAZA_DEMO, SMTP_HOST }: Settings): Channel {
  const id = PLAZA_DEMO ? DEMO_CHANNEL : BUILT_IN_CHANNEL;
  const world = { production: true, readPem: () => null };
  const { channel } = readChannel(id, PLAZA_DEMO ? { ADDRESS: 'demo@plaza.test' } : {}, world);
  return { ...channel, canSend: PLAZA_DEMO && SMTP_HOST === undefined };
}
