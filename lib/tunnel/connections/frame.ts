import type { EventFrame, ServerFrame } from '#lib/tunnel/schemas/frame.ts';

/** A frame on its way out, serialised once for everybody who gets it. */
export class Frame {
  readonly frame: ServerFrame;
  readonly text: string;
  /** What it weighs on the wire. */
  readonly sizeBytes: number;
  /** Of those that wait for one reader, only the newest with this key is kept. */
  readonly replaces: string | null;
  /** The cursor this frame moves, by channel. */
  readonly moved: { readonly channel: string; readonly cursor: string } | null;
  /** This frame and nothing else, the one list for all whom nothing else awaits. Nobody adds to it. */
  readonly alone: Frame[] = [this];
  /** As server-sent events carry it, with the id that stands beside it. */
  shaped: { readonly id: string; readonly isAlone: boolean; readonly bytes: Buffer } | undefined;

  constructor(frame: ServerFrame) {
    this.frame = frame;
    this.text = JSON.stringify(frame);
    this.sizeBytes = Buffer.byteLength(this.text);
    this.replaces = frame.type === 'event' ? replacedBy(frame) : null;
    this.moved = movedBy(frame);
  }
}

function replacedBy({ channel, event, data }: EventFrame): string | null {
  if (event === 'count' || event === 'inbox.state') return `${channel} ${event}`;
  if (event !== 'typing') return null;
  const { userId } = data as { readonly userId?: unknown };
  return `${channel} ${event} ${String(userId)}`;
}

function movedBy(frame: ServerFrame): Frame['moved'] {
  if (frame.type !== 'event' && frame.type !== 'subscribed') return null;
  return frame.cursor === undefined ? null : { channel: frame.channel, cursor: frame.cursor };
}
