import { systemContext, type UserContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import type { Connection } from '#lib/tunnel/connections/connection.ts';
import type { UnsubscribedReason } from '#lib/tunnel/values.ts';
import { keyOf, type TunnelChannel } from './channels.ts';
import { OpenChannel } from './open-channel.ts';
import { type ChannelSources, sourceOf } from './sources.ts';
import { type Joined, join } from './subscribe.ts';
import { joining, type Subscription } from './subscription.ts';

/** The channels with listeners in this process. Each open channel exists from its first listener to its last. */
export class OpenChannels {
  readonly #runtime: Runtime;
  /** A copy of the runtime that includes the tunnel. */
  #world: Runtime | undefined;
  readonly #sources: ChannelSources;
  readonly #byKey = new Map<string, OpenChannel>();
  /** Open channels by channel key (`keyOf`). */
  readonly byKey: ReadonlyMap<string, OpenChannel> = this.#byKey;

  constructor(runtime: Runtime, sources: ChannelSources) {
    this.#runtime = runtime;
    this.#sources = sources;
  }

  /**
   * Subscribes a connection from a cursor on. Throws the same errors as REST and then removes the subscription.
   */
  async subscribe(
    connection: Connection,
    channel: TunnelChannel,
    since: string | undefined,
    answer: (joined: Joined) => void,
  ): Promise<void> {
    // A closed connection would never remove its subscription.
    if (!connection.isOpen) return;
    this.unsubscribe(connection, channel);
    const source = sourceOf(this.#sources, channel);
    const openChannel = this.#openChannelOf(channel, connection.userId);
    const subscription = joining(connection, channel);
    connection.subscriptions.set(channel, subscription);
    openChannel.join(subscription);
    try {
      await join({ ctx: this.#contextOf(connection), channel, since, source, openChannel, subscription }, answer);
    } catch (error) {
      this.#leave(subscription);
      throw error;
    }
  }

  unsubscribe(connection: Connection, channel: TunnelChannel): void {
    const subscription = connection.subscriptions.get(channel);
    if (subscription) this.#leave(subscription);
  }

  /** Removes all subscriptions of a connection that has ended. */
  left(connection: Connection): void {
    for (const subscription of [...connection.subscriptions.values()]) this.#leave(subscription);
  }

  /** Passes a client's event to the channel's source. Throws the same errors as REST. */
  async take(connection: Connection, channel: TunnelChannel, data: unknown): Promise<void> {
    return sourceOf(this.#sources, channel).take?.(this.#contextOf(connection), channel, 'typing', data);
  }

  /** Permanently unsubscribes the given users from a channel, or all users when none are given. */
  end(key: string, users: readonly string[] | undefined, reason: UnsubscribedReason): void {
    for (const subscription of [...(this.#byKey.get(key)?.listeners ?? [])])
      if (!users || users.includes(subscription.connection.userId)) this.#end(subscription, reason, false);
  }

  #openChannelOf(channel: TunnelChannel, userId: string): OpenChannel {
    const key = keyOf(channel, userId);
    const found = this.#byKey.get(key);
    if (found) return found;
    const openChannel = new OpenChannel({
      channel,
      source: sourceOf(this.#sources, channel),
      log: this.#runtime.log,
      end: (subscription, reason, resubscribe) => this.#end(subscription, reason, resubscribe),
    });
    this.#byKey.set(key, openChannel);
    return openChannel;
  }

  #leave(subscription: Subscription): void {
    if (subscription.isOver) return;
    const { connection, channel } = subscription;
    subscription.isOver = true;
    if (connection.subscriptions.get(channel) === subscription) connection.subscriptions.delete(channel);
    const key = keyOf(channel, connection.userId);
    const openChannel = this.#byKey.get(key);
    openChannel?.listeners.delete(subscription);
    if (openChannel?.listeners.size === 0) this.#byKey.delete(key);
  }

  /** Ends a subscription. A listener that has not joined yet gets the error as the reply to its subscribe frame. */
  #end(subscription: Subscription, reason: UnsubscribedReason, resubscribe: boolean): void {
    const { connection, channel } = subscription;
    const hadJoined = subscription.held === null;
    subscription.endedBy = reason;
    this.#leave(subscription);
    if (hadJoined) connection.sendFrame({ type: 'unsubscribed', channel, reason, resubscribe });
  }

  #contextOf({ caller }: Connection): UserContext {
    this.#world ??= { ...this.#runtime };
    return { ...systemContext(this.#world, newId('request'), 'session'), locale: caller.user.locale, ...caller };
  }
}
