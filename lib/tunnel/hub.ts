import { systemContext, type UserContext } from '#lib/core/context.ts';
import { newId } from '#lib/core/ids.ts';
import type { Runtime } from '#lib/core/runtime.ts';
import { type BusEvent, CONTROL_CHANNEL, type ControlEvent, type Revocation } from './bus.ts';
import { isPersonal, keyOf, type TunnelChannel } from './channels.ts';
import { Connection, type Host } from './connection.ts';
import { DeskHints } from './desk-hints.ts';
import { NewsLines } from './news-lines.ts';
import type { TunnelBus } from './ports.ts';
import { Pulse, sendOn } from './pulse.ts';
import { Questions } from './questions.ts';
import { type Deeds, receive } from './receive.ts';
import { Recheck } from './recheck.ts';
import { Revoked } from './revoked.ts';
import { Seen } from './seen.ts';
import type { TunnelSink } from './sink.ts';
import { type ChannelSources, sourceOf } from './sources.ts';
import { type Joined, join } from './subscribe.ts';
import { joining, type Subscription } from './subscription.ts';
import { Topic } from './topic.ts';
import type { Caller, Line, OpenOptions } from './tunnel.ts';
import {
  closeCodes,
  HEARTBEAT_SECONDS,
  MAX_CHANNELS,
  MAX_FRAME_BYTES,
  TUNNEL_PROTOCOL,
  type UnsubscribedReason,
} from './values.ts';

const TICK_MS = 1_000;

/** The connection by which a caller was known: it holds the very rows they were let in by. */
function twinOf(own: ReadonlySet<Connection>, { user }: Caller): Connection | undefined {
  for (const one of own) if (one.caller.user === user) return one;
  return undefined;
}

/**
 * Everything of the tunnel that a process holds: its connections, the channels they listen to, and the line to the other
 * processes. Transports are sinks of it. It keeps no event: what somebody missed is read from the rows.
 */
export class TunnelHub {
  readonly #runtime: Runtime;
  /** The same once the tunnel is part of it. */
  #world: Runtime | undefined;
  readonly #bus: TunnelBus;
  readonly #sources: ChannelSources;
  readonly #origin = newId('process');
  readonly #byUser = new Map<string, Set<Connection>>();
  readonly #topics = new Map<string, Topic>();
  readonly #seen = new Seen();
  readonly #questions = new Questions();
  readonly #news: NewsLines;
  readonly #hints: DeskHints;
  readonly #pulse: Pulse;
  readonly #recheck: Recheck;
  readonly #revoked = new Revoked();
  /** When what was vouched for had been read, by the person it says. */
  readonly #vouchedAtMs = new WeakMap<Caller['user'], number>();
  readonly #host: Host;
  readonly #deeds: Deeds;
  #toFlush: Connection[] = [];
  #timer: NodeJS.Timeout | undefined;
  #hearers = 0;
  #stopHearing: (() => void) | undefined;
  #isClosing = false;

  constructor(runtime: Runtime, bus: TunnelBus, sources: ChannelSources) {
    this.#runtime = runtime;
    this.#bus = bus;
    this.#sources = sources;
    this.#news = new NewsLines(runtime.log);
    this.#pulse = new Pulse(this.#nowMs());
    this.#recheck = new Recheck(runtime);
    this.#hints = new DeskHints((areas) => this.#tellDesk(areas));
    this.#host = {
      nowMs: () => this.#nowMs(),
      flushSoon: (connection) => this.#flushSoon(connection),
      receive: (connection, text) => receive(this.#deeds, connection, text),
      left: (connection) => this.#left(connection),
    };
    this.#deeds = {
      nowMs: () => this.#nowMs(),
      log: runtime.log,
      subscribe: (connection, channel, since, answer) => this.#subscribe(connection, channel, since, answer),
      unsubscribe: (connection, channel) => this.#leave(connection.subscriptions.get(channel)),
      take: async (connection, channel, data) =>
        sourceOf(sources, channel).take?.(this.#contextOf(connection), channel, 'typing', data),
    };
  }

  /** Tells the listeners here at once and those of other processes by the bus, whose failure is only logged. */
  async publish(events: readonly Omit<BusEvent, 'id' | 'origin'>[]): Promise<void> {
    const sent = events.map((event) => ({ id: newId('event'), origin: this.#origin, ...event }));
    for (const event of sent) this.#dispatch(event);
    try {
      const shared = sent.filter(({ isLocal }) => !isLocal);
      if (shared.length > 0) await this.#bus.publish(shared);
    } catch (error) {
      this.#runtime.log('error', 'tunnel.publish_failed', { error, events: sent.length });
    }
  }

  /** Whether this person is connected here, or says so some other process in time. */
  async isLive(userId: string): Promise<boolean> {
    if (this.#byUser.has(userId)) return true;
    if (!this.#bus.isShared) return false;
    this.#hear(1);
    try {
      return await this.#questions.ask((askId) => this.#control('live.asked', { askId, userId }));
    } finally {
      this.#hear(-1);
    }
  }

  /** Begins a connection over a sink; whoever calls has verified the session. */
  open(caller: Caller, sink: TunnelSink, options: OpenOptions = {}): Line {
    const own = this.#byUser.get(caller.user.id) ?? new Set();
    const twin = twinOf(own, caller);
    const connection = new Connection(newId('connection'), twin?.caller ?? caller, sink, this.#host, options);
    // Who was let in because of another connection is looked at again when that one would have been.
    connection.checkedAtMs = this.#vouchedAtMs.get(caller.user) ?? connection.checkedAtMs;
    this.#byUser.set(caller.user.id, own.add(connection));
    this.#hear(1);
    if (this.#revoked.covers(caller)) {
      connection.end(closeCodes.revoked, 'signed out');
      return connection;
    }
    if (sink.transport !== 'poll') this.#welcome(connection);
    if (this.#isClosing) {
      sendOn(connection, 'shutdown');
      return connection;
    }
    this.#pulse.add(connection, this.#nowMs());
    this.#recheck.add(connection, this.#nowMs());
    this.#timer ??= setInterval(() => void this.tick(), TICK_MS).unref();
    const [oldest] = own;
    if (own.size > this.#runtime.env.TUNNEL_MAX_CONNECTIONS_PER_USER)
      oldest?.end(closeCodes.tooMany, 'too many connections');
    return connection;
  }

  /** Who holds this session, where they are connected here and their next recheck is not due; else nobody knows. */
  findCaller(userId: string, sessionId: string): Caller | null {
    for (const connection of this.#byUser.get(userId) ?? [])
      if (connection.caller.session.id === sessionId && this.#recheck.isFresh(connection, this.#nowMs())) {
        const { caller, checkedAtMs } = connection;
        if (this.#vouchedAtMs.get(caller.user) !== checkedAtMs) this.#vouchedAtMs.set(caller.user, checkedAtMs);
        return caller;
      }
    return null;
  }

  /** What happens once a second: heartbeats and the net under revocation. */
  async tick(): Promise<void> {
    this.#pulse.beat(this.#nowMs());
    await this.#recheck.beat(this.#nowMs());
  }

  /** Sends everybody away, each to come back at a moment of their own. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const connection of this.#all()) sendOn(connection, 'shutdown');
    this.#hints.close();
    await this.#bus.close();
  }

  /** How much it holds, for tests and health. */
  get load(): { readonly connections: number; readonly channels: number } {
    return { connections: this.#all().length, channels: this.#topics.size };
  }

  #all(): Connection[] {
    return [...this.#byUser.values()].flatMap((own) => [...own]);
  }

  #nowMs(): number {
    return this.#runtime.now().getTime();
  }

  #contextOf({ caller }: Connection): UserContext {
    this.#world ??= { ...this.#runtime };
    return { ...systemContext(this.#world, newId('request'), 'session'), locale: caller.user.locale, ...caller };
  }

  #welcome(connection: Connection): void {
    const now = this.#runtime.now();
    connection.greet(
      {
        type: 'welcome',
        connectionId: connection.id,
        userId: connection.userId,
        protocol: TUNNEL_PROTOCOL,
        heartbeat: HEARTBEAT_SECONDS,
        serverTime: now.toISOString(),
        limits: { channels: MAX_CHANNELS, frameBytes: MAX_FRAME_BYTES },
      },
      now.getTime(),
    );
  }

  /** One flush for all that was said in this turn of the event loop. */
  #flushSoon(connection: Connection): void {
    if (this.#toFlush.push(connection) > 1) return;
    setImmediate(() => {
      const waiting = this.#toFlush;
      const nowMs = this.#nowMs();
      this.#toFlush = [];
      for (const one of waiting) one.flush(nowMs);
    });
  }

  #left(connection: Connection): void {
    for (const subscription of [...connection.subscriptions.values()]) this.#leave(subscription);
    const own = this.#byUser.get(connection.userId);
    own?.delete(connection);
    if (own?.size === 0) {
      this.#byUser.delete(connection.userId);
      // A poll that was answered is no farewell: the next one is on its way.
      if (connection.sink.transport !== 'poll')
        for (const source of new Set(Object.values(this.#sources))) source.personLeft?.(connection.userId);
    }
    this.#hear(-1);
    if (this.#byUser.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #subscribe(
    connection: Connection,
    channel: TunnelChannel,
    since: string | undefined,
    answer: (joined: Joined) => void,
  ): Promise<void> {
    // Nobody would ever take its subscription away again.
    if (!connection.isOpen) return;
    this.#leave(connection.subscriptions.get(channel));
    const source = sourceOf(this.#sources, channel);
    const topic = this.#topicOf(channel, connection.userId);
    const subscription = joining(connection, channel);
    connection.subscriptions.set(channel, subscription);
    topic.join(subscription);
    try {
      await join({ ctx: this.#contextOf(connection), channel, since, source, topic, subscription }, answer);
    } catch (error) {
      this.#leave(subscription);
      throw error;
    }
  }

  #topicOf(channel: TunnelChannel, userId: string): Topic {
    const key = keyOf(channel, userId);
    const found = this.#topics.get(key);
    if (found) return found;
    const topic = new Topic({
      channel,
      source: sourceOf(this.#sources, channel),
      log: this.#runtime.log,
      end: (subscription, reason, resubscribe) => this.#endListening(subscription, reason, resubscribe),
    });
    this.#topics.set(key, topic);
    return topic;
  }

  #leave(subscription: Subscription | undefined): void {
    if (!subscription || subscription.isOver) return;
    const { connection, channel } = subscription;
    subscription.isOver = true;
    if (connection.subscriptions.get(channel) === subscription) connection.subscriptions.delete(channel);
    const key = keyOf(channel, connection.userId);
    const topic = this.#topics.get(key);
    topic?.listeners.delete(subscription);
    if (topic?.listeners.size === 0) this.#topics.delete(key);
  }

  /** Cuts a listener off. Who had not joined yet is told by the answer to their subscribing. */
  #endListening(subscription: Subscription, reason: UnsubscribedReason, resubscribe: boolean): void {
    const { connection, channel } = subscription;
    const hadJoined = subscription.held === null;
    subscription.endedBy = reason;
    this.#leave(subscription);
    if (hadJoined) connection.say({ type: 'unsubscribed', channel, reason, resubscribe });
  }

  /** Listens to the other processes while there is anybody here to tell. */
  #hear(change: 1 | -1): void {
    this.#hearers += change;
    if (this.#hearers === 0) {
      this.#stopHearing?.();
      this.#stopHearing = undefined;
    } else
      this.#stopHearing ??= this.#bus.subscribe((events) => {
        for (const event of events)
          if (event.origin !== this.#origin && this.#seen.isNew(event.id)) this.#dispatch(event);
      });
  }

  #control(event: ControlEvent, data: unknown): Promise<void> {
    return this.publish([{ channel: CONTROL_CHANNEL, event, data, at: this.#runtime.now().toISOString() }]);
  }

  #dispatch(event: BusEvent): void {
    const channel = event.channel as TunnelChannel;
    if (event.channel === CONTROL_CHANNEL) this.#obey(event);
    else if (event.event === 'listening.ended') this.#endListeners(event);
    else {
      sourceOf(this.#sources, channel).observe?.(event);
      if (channel === 'admin:desk') this.#hints.add((event.data as { readonly areas: readonly string[] }).areas);
      else if (isPersonal(channel)) this.#tellPeople(event, channel);
      else this.#topics.get(channel)?.take(event);
    }
  }

  #obey({ event, data }: BusEvent): void {
    if (event === 'session.revoked') this.#revoke(data as Revocation);
    const { askId, userId } = data as { readonly askId: string; readonly userId: string };
    if (event === 'live.asked' && this.#byUser.has(userId)) void this.#control('live.answered', { askId });
    if (event === 'live.answered') this.#questions.answer(askId);
  }

  #revoke(revocation: Revocation): void {
    const { userId, sessionId, exceptSessionId } = revocation;
    this.#revoked.note(revocation, this.#nowMs());
    for (const connection of [...(this.#byUser.get(userId) ?? [])]) {
      const { id } = connection.caller.session;
      if (id !== exceptSessionId && (sessionId === undefined || id === sessionId))
        connection.end(closeCodes.revoked, 'signed out');
    }
  }

  #endListeners({ channel, users, data }: BusEvent): void {
    const { reason } = data as { readonly reason: UnsubscribedReason };
    for (const one of [...(this.#topics.get(channel)?.listeners ?? [])])
      if (!users || users.includes(one.connection.userId)) this.#endListening(one, reason, false);
  }

  #tellPeople(event: BusEvent, channel: TunnelChannel): void {
    const source = sourceOf(this.#sources, channel);
    const here = (event.users ?? []).filter((userId) => this.#topics.has(keyOf(channel, userId)));
    if (here.length === 0) return;
    if (!source.newsFor) {
      for (const userId of here) this.#topics.get(keyOf(channel, userId))?.take(event);
      return;
    }
    this.#news.add({
      keys: here.map((userId) => keyOf(channel, userId)),
      read: async () => {
        const news = await source.newsFor?.(event, here);
        return new Map([...(news ?? [])].map(([userId, one]) => [keyOf(channel, userId), one]));
      },
      tell: (key, news) => this.#topics.get(key)?.take({ ...event, ...news }),
      // Who asks anew is told how the state stands as a whole.
      lost: (key) => this.#topics.get(key)?.giveUp(),
    });
  }

  #tellDesk(areas: readonly string[]): void {
    const at = this.#runtime.now().toISOString();
    const event = { id: newId('event'), channel: 'admin:desk', event: 'desk.changed', origin: this.#origin } as const;
    this.#topics.get('admin:desk')?.take({ ...event, at, data: { areas } });
  }
}
