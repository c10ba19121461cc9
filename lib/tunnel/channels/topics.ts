import { systemContext, type UserContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import type { Connection } from '#lib/tunnel/connections/connection.ts';
import type { UnsubscribedReason } from '#lib/tunnel/values.ts';
import { keyOf, type TunnelChannel } from './channels.ts';
import { type ChannelSources, sourceOf } from './sources.ts';
import { type Joined, join } from './subscribe.ts';
import { joining, type Subscription } from './subscription.ts';
import { Topic } from './topic.ts';

/** The channels with listeners in this process. Each topic lives from its first listener to its last. */
export class Topics {
  readonly #runtime: Runtime;
  /** A copy of the runtime that includes the tunnel. */
  #world: Runtime | undefined;
  readonly #sources: ChannelSources;
  readonly #byKey = new Map<string, Topic>();
  /** Topics by channel key (`keyOf`). */
  readonly byKey: ReadonlyMap<string, Topic> = this.#byKey;

  constructor(runtime: Runtime, sources: ChannelSources) {
    this.#runtime = runtime;
    this.#sources = sources;
  }

  /**
   * Subscribes a connection from a cursor on. Throws the same errors as REST, and then keeps nothing of the
   * subscription.
   */
  async subscribe(
    connection: Connection,
    channel: TunnelChannel,
    since: string | undefined,
    answer: (joined: Joined) => void,
  ): Promise<void> {
    // A closed connection would never remove its subscription again.
    if (!connection.isOpen) return;
    this.unsubscribe(connection, channel);
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

  unsubscribe(connection: Connection, channel: TunnelChannel): void {
    const subscription = connection.subscriptions.get(channel);
    if (subscription) this.#leave(subscription);
  }

  /** Removes all subscriptions of a connection that has ended. */
  left(connection: Connection): void {
    for (const subscription of [...connection.subscriptions.values()]) this.#leave(subscription);
  }

  /** Passes an event that a client sent to the channel's source, which throws the same errors as REST. */
  async take(connection: Connection, channel: TunnelChannel, data: unknown): Promise<void> {
    return sourceOf(this.#sources, channel).take?.(this.#contextOf(connection), channel, 'typing', data);
  }

  /** Permanently cuts off listeners of a channel: the given users, or all when no users are given. */
  end(key: string, users: readonly string[] | undefined, reason: UnsubscribedReason): void {
    for (const one of [...(this.#byKey.get(key)?.listeners ?? [])])
      if (!users || users.includes(one.connection.userId)) this.#end(one, reason, false);
  }

  #topicOf(channel: TunnelChannel, userId: string): Topic {
    const key = keyOf(channel, userId);
    const found = this.#byKey.get(key);
    if (found) return found;
    const topic = new Topic({
      channel,
      source: sourceOf(this.#sources, channel),
      log: this.#runtime.log,
      end: (subscription, reason, resubscribe) => this.#end(subscription, reason, resubscribe),
    });
    this.#byKey.set(key, topic);
    return topic;
  }

  #leave(subscription: Subscription): void {
    if (subscription.isOver) return;
    const { connection, channel } = subscription;
    subscription.isOver = true;
    if (connection.subscriptions.get(channel) === subscription) connection.subscriptions.delete(channel);
    const key = keyOf(channel, connection.userId);
    const topic = this.#byKey.get(key);
    topic?.listeners.delete(subscription);
    if (topic?.listeners.size === 0) this.#byKey.delete(key);
  }

  /** Cuts a listener off. A listener that has not joined yet gets the error as the reply to its subscribe frame. */
  #end(subscription: Subscription, reason: UnsubscribedReason, resubscribe: boolean): void {
    const { connection, channel } = subscription;
    const hadJoined = subscription.held === null;
    subscription.endedBy = reason;
    this.#leave(subscription);
    if (hadJoined) connection.say({ type: 'unsubscribed', channel, reason, resubscribe });
  }

  #contextOf({ caller }: Connection): UserContext {
    this.#world ??= { ...this.#runtime };
    return { ...systemContext(this.#world, newId('request'), 'session'), locale: caller.user.locale, ...caller };
  }
}
