import { formatComposite, parseComposite } from '#lib/tunnel/channels/cursor.ts';
import { DEFAULT_POLL_SECONDS, HEARTBEAT_SECONDS, MAX_CHANNELS, MAX_FRAME_BYTES } from '#lib/tunnel/limits.ts';
import type { PollAnswer, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import type { LineEvents, OpenLine, Place } from './line.ts';

/** The close code of a line that was not closed properly. */
const CUT = 1006;

/** The used part of a browser's WebSocket. */
export type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'>;
/** The used part of a browser's EventSource. */
export type Stream = Pick<EventSource, 'close' | 'onmessage' | 'onerror'> & {
  addEventListener(name: 'ping', onPing: () => void): void;
};

/** Returns a line over a WebSocket. `dial` opens a socket to the tunnel of this site. */
export const socketLine =
  (dial: () => Socket): OpenLine =>
  (_, events) => {
    const socket = dial();
    socket.onmessage = ({ data }) => {
      for (const text of String(data).split('\n')) take(events, text);
    };
    socket.onclose = ({ code }) => events.closed(code);
    return {
      send: (frames) => {
        if (socket.readyState === 1) socket.send(frames.map((frame) => JSON.stringify(frame)).join('\n'));
      },
      close: () => {
        [socket.onmessage, socket.onclose] = [null, null];
        // Closing a socket before it has opened would log an error on the console.
        if (socket.readyState === 0) socket.onopen = () => socket.close();
        else socket.close();
      },
    };
  };

/**
 * Returns a line over server-sent events. The client reconnects it, because an EventSource would reconnect without a
 * backoff.
 */
export const streamLine =
  (dial: (query: string) => Stream): OpenLine =>
  (places, events) => {
    const lastEventId = formatComposite(places.map(({ cursor }) => cursor));
    const query = new URLSearchParams(places.map(({ channel }) => ['channel', channel]));
    if (lastEventId !== '') query.set('lastEventId', lastEventId);
    const stream = dial(query.toString());
    stream.onmessage = ({ data }) => take(events, String(data));
    stream.addEventListener('ping', () => events.beat());
    stream.onerror = () => {
      close();
      events.closed(CUT);
    };
    const close = () => {
      [stream.onmessage, stream.onerror] = [null, null];
      stream.close();
    };
    return { close };
  };

export type Ask = (question: unknown, signal: AbortSignal) => Promise<Response>;

/** Returns a line over consecutive polls. Each poll waits for an event. */
export const pollLine =
  (ask: Ask, clientId: string): OpenLine =>
  (places, events) => {
    const stop = new AbortController();
    void poll(ask, clientId, places, events, stop.signal).catch(() => {
      if (!stop.signal.aborted) events.closed(CUT);
    });
    return { close: () => stop.abort() };
  };

async function poll(ask: Ask, clientId: string, places: readonly Place[], events: LineEvents, signal: AbortSignal) {
  let wanted = [...places];
  let isFirst = true;
  while (wanted.length > 0) {
    const response = await ask(
      {
        channels: wanted.map(({ channel }) => channel),
        cursor: formatComposite(wanted.map(({ cursor }) => cursor)),
        // The first response proves that this transport works, so it does not wait for events.
        timeout: isFirst ? 0 : DEFAULT_POLL_SECONDS,
        clientId,
      },
      signal,
    );
    const body: unknown = await response.json();
    if (signal.aborted) return;
    if (response.ok) {
      const answer = body as PollAnswer; // has the type of the route's response schema
      if (isFirst) events.frame(welcomeAt(response.headers.get('date')));
      events.beat();
      wanted = report(events, wanted, answer, isFirst);
      isFirst = false;
      continue;
    }
    // A refusal names the refused channels. The next poll requests the other channels.
    const named = response.status === 403 || response.status === 404 ? channelsIn(body) : [];
    const refused = wanted.map(({ channel }) => channel).filter((channel) => named.includes(channel));
    if (refused.length === 0) {
      events.closed(response.status === 401 ? closeCodes.noSession : CUT, retryAfterOf(body));
      return;
    }
    if (isFirst) events.frame(welcomeAt(response.headers.get('date')));
    for (const channel of refused) events.frame(refusalOf(channel, response.status));
    wanted = wanted.filter(({ channel }) => !refused.includes(channel));
  }
}

/** Reports a response as the frames of the other transports. Returns the new position of each channel. */
function report(
  lineEvents: LineEvents,
  asked: readonly Place[],
  { cursor, events, reset }: PollAnswer,
  isFirst: boolean,
): Place[] {
  const cursors = parseComposite(cursor);
  const places = asked.map(({ channel, cursor: from }, at) => ({ channel, from, cursor: cursors.get(at) ?? null }));
  for (const { channel, from, cursor: to } of places) {
    const isReset = reset.includes(channel);
    if (!isFirst && !isReset) continue;
    const missed = isFirst ? events.filter((event) => event.channel === channel) : [];
    lineEvents.frame({
      ...{ type: 'subscribed', channel, events: missed },
      ...(to !== null && { cursor: to }),
      ...(from !== null && { recovered: !isReset }),
    });
  }
  if (!isFirst) for (const event of events) lineEvents.frame(event);
  return places.map(({ channel, cursor: to }) => ({ channel, cursor: to }));
}

function take(events: LineEvents, text: string): void {
  try {
    events.frame(JSON.parse(text) as ServerFrame); // our own server built it by the schema of this type
  } catch {
    // An incomplete frame is dropped. The next subscription recovers its content.
  }
}

const welcomeAt = (date: string | null): ServerFrame => ({
  ...{ type: 'welcome', connectionId: 'poll', userId: 'self', protocol: 1, heartbeat: HEARTBEAT_SECONDS },
  serverTime: new Date(date ?? Date.now()).toISOString(),
  limits: { channels: MAX_CHANNELS, frameBytes: MAX_FRAME_BYTES },
});

const refusalOf = (channel: string, statusCode: number): ServerFrame => ({
  ...{ type: 'error', channel, error: 'Refused', message: 'This user may not read this channel', statusCode },
  temporary: false,
});

const channelsIn = (body: unknown): string[] => Object.keys((body as { details?: object } | null)?.details ?? {});

function retryAfterOf(body: unknown): number | undefined {
  const seconds = (body as { retryAfter?: unknown } | null)?.retryAfter;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}
