import type { CallRing } from '#lib/messaging/schemas/call.ts';
import { CallSession, type CallWorld } from './call-session.ts';
import type { CallMedia, CallRequest, CallState } from './call-state.ts';

/** So many calls are remembered, so that none rings twice: a state that is read anew tells of it again. */
const REMEMBERED = 50;

/** The calls of one tab: one at a time. */
export class CallDesk {
  readonly #world: CallWorld;
  readonly #myId: string;
  readonly #watchers = new Set<() => void>();
  #current: CallSession | null = null;
  #seen: string[] = [];

  constructor(world: CallWorld, myId: string) {
    this.#world = world;
    this.#myId = myId;
  }

  readonly state = (): CallState | null => this.#current?.state ?? null;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  /** The server's time. */
  readonly now = (): number => this.#world.now();

  get isBusy(): boolean {
    return this.#current !== null && !this.#current.isOver;
  }

  /** Calls somebody; whoever is in a call already goes on with that. */
  call(request: CallRequest): void {
    if (this.isBusy) return;
    this.#take((changed) => CallSession.call(this.#world, this.#myId, request, changed));
  }

  /** It rings. Who is talking lets the caller know; who was about to call the very same person takes the call. */
  ring(ring: CallRing): void {
    if (ring.callerId === this.#myId || this.#seen.includes(ring.callId)) return;
    if (Date.parse(ring.expiresAt) <= this.#world.now()) return;
    const current = this.isBusy ? this.#current : null;
    if (current && !current.yieldsTo(ring)) {
      // Of a call to the same person the server has made one, and it is not this.
      if (current.state.conversationId === ring.conversationId) return;
      this.#remember(ring.callId);
      CallSession.ring(this.#world, this.#myId, ring, () => undefined).refuseAsBusy();
      return;
    }
    this.#remember(ring.callId);
    const { media } = current?.state ?? ring;
    const tracks = current?.giveWay() ?? null;
    const session = this.#take((changed) => CallSession.ring(this.#world, this.#myId, ring, changed));
    if (current) void session.accept(media, tracks);
    else session.announce();
  }

  accept(media: CallMedia): void {
    void this.#current?.accept(media);
  }

  hangUp(): void {
    this.#current?.hangUp();
  }

  /** The page goes: so does the call. */
  leave(): void {
    this.#current?.hangUp(true);
  }

  setMic(isOn: boolean): void {
    this.#current?.setMic(isOn);
  }

  setCamera(isOn: boolean): void {
    void this.#current?.setCamera(isOn);
  }

  nextCamera(): void {
    void this.#current?.nextCamera();
  }

  /** What has ended is no longer shown. */
  dismiss(): void {
    if (this.isBusy) return;
    this.#current = null;
    this.#changed();
  }

  #take(begin: (changed: () => void) => CallSession): CallSession {
    const session = begin(() => {
      if (this.#current === session) this.#changed();
    });
    this.#current = session;
    this.#changed();
    return session;
  }

  #remember(callId: string): void {
    this.#seen = [...this.#seen, callId].slice(-REMEMBERED);
  }

  #changed(): void {
    for (const changed of [...this.#watchers]) changed();
  }
}
