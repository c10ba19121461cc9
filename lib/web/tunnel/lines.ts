import { formatComposite, parseComposite } from '#lib/tunnel/channels/cursor.ts';
import type { PollAnswer, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import {
  closeCodes,
  DEFAULT_POLL_SECONDS,
  HEARTBEAT_SECONDS,
  MAX_CHANNELS,
  MAX_FRAME_BYTES,
} from '#lib/tunnel/values.ts';
import type { LineEvents, OpenLine, Place } from './line.ts';

/** How a line ends that nobody has closed in good order. */
const CUT = 1006;

/** The part of a browser's WebSocket that is used. */
export type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'>;
/** The part of a browser's EventSource that is used. */
export type Stream = Pick<EventSource, 'close' | 'onmessage' | 'onerror'> & {
  addEventListener(name: 'ping', heard: () => void): void;
};

/** A line over a WebSocket; `dial` opens one to the tunnel of this site. */
export const socketLine =
  (dial: () => Socket): OpenLine =>
  (_, hear) => {
    const socket = dial();
    socket.onmessage = ({ data }) => {
      for (const text of String(data).split('\n')) take(hear, text);
    };
    socket.onclose = ({ code }) => hear.closed(code);
    return {
      send: (frames) => {
        if (socket.readyState === 1) socket.send(frames.map((frame) => JSON.stringify(frame)).join('\n'));
      },
      close: () => {
        [socket.onmessage, socket.onclose] = [null, null];
        // Closed before it has opened it would complain on the console.
        if (socket.readyState === 0) socket.onopen = () => socket.close();
        else socket.close();
      },
    };
  };

/** A line over server-sent events. Taking it up again is the client's business: an EventSource would do it blindly. */
export const streamLine =
  (dial: (query: string) => Stream): OpenLine =>
  (places, hear) => {
    const lastEventId = formatComposite(places.map(({ cursor }) => cursor));
    const query = new URLSearchParams(places.map(({ channel }) => ['channel', channel]));
    if (lastEventId !== '') query.set('lastEventId', lastEventId);
    const stream = dial(query.toString());
    stream.onmessage = ({ data }) => take(hear, String(data));
    stream.addEventListener('ping', () => hear.beat());
    stream.onerror = () => {
      close();
      hear.closed(CUT);
    };
    const close = () => {
      [stream.onmessage, stream.onerror] = [null, null];
      stream.close();
    };
    return { close };
  };

export type Ask = (question: unknown, signal: AbortSignal) => Promise<Response>;

/** A line over one request after the other, each of which waits until there is something to tell. */
export const pollLine =
  (ask: Ask, clientId: string): OpenLine =>
  (places, hear) => {
    const stop = new AbortController();
    void poll(ask, clientId, places, hear, stop.signal).catch(() => {
      if (!stop.signal.aborted) hear.closed(CUT);
    });
    return { close: () => stop.abort() };
  };

async function poll(ask: Ask, clientId: string, places: readonly Place[], hear: LineEvents, signal: AbortSignal) {
  let wanted = [...places];
  let isFirst = true;
  while (wanted.length > 0) {
    const response = await ask(
      {
        channels: wanted.map(({ channel }) => channel),
        cursor: formatComposite(wanted.map(({ cursor }) => cursor)),
        // The first answer is the proof that this way works: it is not waited for.
        timeout: isFirst ? 0 : DEFAULT_POLL_SECONDS,
        clientId,
      },
      signal,
    );
    const body: unknown = await response.json();
    if (signal.aborted) return;
    if (response.ok) {
      const answer = body as PollAnswer; // the route's response schema made it
      if (isFirst) hear.frame(welcomeAt(response.headers.get('date')));
      hear.beat();
      wanted = tell(hear, wanted, answer, isFirst);
      isFirst = false;
      continue;
    }
    // A refusal names the channels it is about; the others are asked for without them.
    const named = response.status === 403 || response.status === 404 ? channelsIn(body) : [];
    const refused = wanted.map(({ channel }) => channel).filter((channel) => named.includes(channel));
    if (refused.length === 0) {
      hear.closed(response.status === 401 ? closeCodes.noSession : CUT, retryAfterOf(body));
      return;
    }
    if (isFirst) hear.frame(welcomeAt(response.headers.get('date')));
    for (const channel of refused) hear.frame(refusalOf(channel, response.status));
    wanted = wanted.filter(({ channel }) => !refused.includes(channel));
  }
}

/** Tells what an answer brings as the frames of the other transports, and where each channel stands after it. */
function tell(
  hear: LineEvents,
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
    hear.frame({
      ...{ type: 'subscribed', channel, events: missed },
      ...(to !== null && { cursor: to }),
      ...(from !== null && { recovered: !isReset }),
    });
  }
  if (!isFirst) for (const event of events) hear.frame(event);
  return places.map(({ channel, cursor: to }) => ({ channel, cursor: to }));
}

function take(hear: LineEvents, text: string): void {
  try {
    hear.frame(JSON.parse(text) as ServerFrame); // our own server made it by the schema of this type
  } catch {
    // Half a frame says nothing; what it would have said is recovered with the next subscription.
  }
}

const welcomeAt = (date: string | null): ServerFrame => ({
  ...{ type: 'welcome', connectionId: 'poll', userId: 'self', protocol: 1, heartbeat: HEARTBEAT_SECONDS },
  serverTime: new Date(date ?? Date.now()).toISOString(),
  limits: { channels: MAX_CHANNELS, frameBytes: MAX_FRAME_BYTES },
});

const refusalOf = (channel: string, statusCode: number): ServerFrame => ({
  ...{ type: 'error', channel, error: 'Refused', message: 'This channel is not open to this person', statusCode },
  temporary: false,
});

const channelsIn = (body: unknown): string[] => Object.keys((body as { details?: object } | null)?.details ?? {});

function retryAfterOf(body: unknown): number | undefined {
  const seconds = (body as { retryAfter?: unknown } | null)?.retryAfter;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}
