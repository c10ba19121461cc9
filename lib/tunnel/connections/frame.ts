import type { EventFrame, ServerFrame } from '#lib/tunnel/schemas/frame.ts';

/** An outgoing frame, serialised once for all its recipients. */
export class Frame {
  readonly frame: ServerFrame;
  readonly text: string;
  /** The size of the frame on the wire. */
  readonly sizeBytes: number;
  /** Of the frames with this key that wait for one client, only the newest is kept. */
  readonly replaces: string | null;
  /** The channel whose cursor this frame moves, and its new cursor. */
  readonly moved: { readonly channel: string; readonly cursor: string } | null;
  /** A list with only this frame, shared by all queues in which no other frame waits. The list is never changed. */
  readonly alone: Frame[] = [this];
  /** The frame as a server-sent event, with the id it carries. */
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
