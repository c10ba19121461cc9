import type { CallRing } from '#lib/messaging/schemas/call.ts';
import { CallSession } from './call-session.ts';
import type { CallMedia, CallRequest, CallState } from './call-state.ts';
import type { CallWorld } from './call-world.ts';

/**
 * The number of calls that are remembered so that none rings twice, because a state that is read again reports it
 * again.
 */
const REMEMBERED = 50;

/** The calls of one tab, one at a time. */
export class CallManager {
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

  /** Calls a user. During a call it does nothing. */
  call(request: CallRequest): void {
    if (this.isBusy) return;
    this.#take((changed) => CallSession.call(this.#world, this.#myId, request, changed));
  }

  /**
   * Handles an incoming call. During a call it sends busy to the caller. If this tab was just calling the same user,
   * it accepts the incoming call instead.
   */
  ring(ring: CallRing): void {
    if (ring.callerId === this.#myId || this.#seen.includes(ring.callId)) return;
    if (Date.parse(ring.expiresAt) <= this.#world.now()) return;
    const current = this.isBusy ? this.#current : null;
    if (current && !current.yieldsTo(ring)) {
      // Of two calls between the same users the server has kept one, and it is not this one.
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

  /** Ends the call because the page closes. */
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

  /** Hides an ended call. */
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
