import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import type { UnsubscribedReason } from '#lib/tunnel/values.ts';
import { isPersonal, keyOf, type TunnelChannel } from './channels.ts';
import type { OpenChannels } from './open-channels.ts';
import { OverviewHints } from './overview-hints.ts';
import { type ChannelSources, sourceOf } from './sources.ts';
import { UpdateQueues } from './update-queues.ts';

type Parts = {
  readonly runtime: Pick<Runtime, 'now' | 'log'>;
  readonly sources: ChannelSources;
  readonly channels: OpenChannels;
  /** The id of this process, set as the origin of the hints. */
  readonly origin: string;
};

/** Delivers the events of channels to the listeners of this process, each kind of channel in its own way. */
export class Dispatch {
  readonly #parts: Parts;
  readonly #sources: ChannelSources;
  readonly #channels: OpenChannels;
  readonly #byKey: OpenChannels['byKey'];
  readonly #updateQueues: UpdateQueues;
  readonly #hints: OverviewHints;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sources = parts.sources;
    this.#channels = parts.channels;
    this.#byKey = parts.channels.byKey;
    this.#updateQueues = new UpdateQueues(parts.runtime.log);
    this.#hints = new OverviewHints((areas) => this.#deliverHint(areas));
  }

  take(event: BusEvent): void {
    const channel = event.channel as TunnelChannel;
    if (event.event === 'listening.ended') {
      const { reason } = event.data as { readonly reason: UnsubscribedReason };
      this.#channels.end(channel, event.users, reason);
      return;
    }
    sourceOf(this.#sources, channel).observe?.(event);
    if (channel === 'admin:desk') this.#hints.add((event.data as { readonly areas: readonly string[] }).areas);
    else if (isPersonal(channel)) this.#deliverPersonal(event, channel);
    else this.#byKey.get(channel)?.take(event);
  }

  /** Stops sending hints. */
  close(): void {
    this.#hints.close();
  }

  #deliverPersonal(event: BusEvent, channel: TunnelChannel): void {
    const source = sourceOf(this.#sources, channel);
    const here = (event.users ?? []).filter((userId) => this.#byKey.has(keyOf(channel, userId)));
    if (here.length === 0) return;
    if (!source.updatesFor) {
      for (const userId of here) this.#byKey.get(keyOf(channel, userId))?.take(event);
      return;
    }
    this.#updateQueues.add({
      keys: here.map((userId) => keyOf(channel, userId)),
      read: async () => {
        const updates = await source.updatesFor?.(event, here);
        return new Map([...(updates ?? [])].map(([userId, update]) => [keyOf(channel, userId), update]));
      },
      deliver: (key, update) => this.#byKey.get(key)?.take({ ...event, ...update }),
      // A client that subscribes again receives the whole current state.
      lost: (key) => this.#byKey.get(key)?.giveUp(),
    });
  }

  #deliverHint(areas: readonly string[]): void {
    const { runtime, origin } = this.#parts;
    const at = runtime.now().toISOString();
    const event = { id: newId('event'), channel: 'admin:desk', event: 'desk.changed', origin } as const;
    this.#byKey.get('admin:desk')?.take({ ...event, at, data: { areas } });
  }
}
