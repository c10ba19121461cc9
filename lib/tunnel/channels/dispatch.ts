import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import type { UnsubscribedReason } from '#lib/tunnel/values.ts';
import { isPersonal, keyOf, type TunnelChannel } from './channels.ts';
import { DeskHints } from './desk-hints.ts';
import { NewsLines } from './news-lines.ts';
import { type ChannelSources, sourceOf } from './sources.ts';
import type { Topics } from './topics.ts';

type Parts = {
  readonly runtime: Pick<Runtime, 'now' | 'log'>;
  readonly sources: ChannelSources;
  readonly topics: Topics;
  /** The id of this process, set as the origin of the hints. */
  readonly origin: string;
};

/** Delivers the events of channels to the listeners of this process, each kind of channel in its own way. */
export class Dispatch {
  readonly #parts: Parts;
  readonly #sources: ChannelSources;
  readonly #topics: Topics;
  readonly #byKey: Topics['byKey'];
  readonly #news: NewsLines;
  readonly #hints: DeskHints;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sources = parts.sources;
    this.#topics = parts.topics;
    this.#byKey = parts.topics.byKey;
    this.#news = new NewsLines(parts.runtime.log);
    this.#hints = new DeskHints((areas) => this.#tellDesk(areas));
  }

  take(event: BusEvent): void {
    const channel = event.channel as TunnelChannel;
    if (event.event === 'listening.ended') {
      const { reason } = event.data as { readonly reason: UnsubscribedReason };
      this.#topics.end(channel, event.users, reason);
      return;
    }
    sourceOf(this.#sources, channel).observe?.(event);
    if (channel === 'admin:desk') this.#hints.add((event.data as { readonly areas: readonly string[] }).areas);
    else if (isPersonal(channel)) this.#tellPeople(event, channel);
    else this.#byKey.get(channel)?.take(event);
  }

  /** Stops sending hints. */
  close(): void {
    this.#hints.close();
  }

  #tellPeople(event: BusEvent, channel: TunnelChannel): void {
    const source = sourceOf(this.#sources, channel);
    const here = (event.users ?? []).filter((userId) => this.#byKey.has(keyOf(channel, userId)));
    if (here.length === 0) return;
    if (!source.newsFor) {
      for (const userId of here) this.#byKey.get(keyOf(channel, userId))?.take(event);
      return;
    }
    this.#news.add({
      keys: here.map((userId) => keyOf(channel, userId)),
      read: async () => {
        const news = await source.newsFor?.(event, here);
        return new Map([...(news ?? [])].map(([userId, one]) => [keyOf(channel, userId), one]));
      },
      tell: (key, news) => this.#byKey.get(key)?.take({ ...event, ...news }),
      // A client that subscribes again receives the whole current state.
      lost: (key) => this.#byKey.get(key)?.giveUp(),
    });
  }

  #tellDesk(areas: readonly string[]): void {
    const { runtime, origin } = this.#parts;
    const at = runtime.now().toISOString();
    const event = { id: newId('event'), channel: 'admin:desk', event: 'desk.changed', origin } as const;
    this.#byKey.get('admin:desk')?.take({ ...event, at, data: { areas } });
  }
}
