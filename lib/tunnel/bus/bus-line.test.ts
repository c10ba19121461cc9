import { beforeEach, describe, expect, it } from 'vitest';
import { settled } from '#tests/support/memory-sink.ts';
import { ScriptedBus } from '#tests/support/scripted-bus.ts';
import type { BusEvent } from './bus.ts';
import { BusLine } from './bus-line.ts';

const now = () => new Date('2026-03-02T10:00:00.000Z');
const typing = { channel: 'conversation:cvs_1', event: 'typing', at: '', data: {} } as const;

let bus: ScriptedBus;
let taken: BusEvent[];
let logged: string[];
let line: BusLine;
beforeEach(() => {
  [bus, taken, logged] = [new ScriptedBus(), [], []];
  line = new BusLine({ now, log: (_, event) => void logged.push(event) }, bus, (event) => void taken.push(event));
});

describe('the bus line of a process', () => {
  it('delivers each event of other processes once, and its own events not again', async () => {
    line.countListener(1);
    await line.publish([typing]);
    const foreign: BusEvent = { ...typing, id: 'evt_other', origin: 'other' };

    bus.deliver(...bus.sent, foreign);
    bus.deliver(foreign);

    expect(taken).toEqual([...bus.sent, foreign]);
  });

  it('subscribes to the bus with the first listener and unsubscribes with the last', () => {
    const counts = ([1, 1, -1, -1, 1] as const).map((change) => {
      line.countListener(change);
      return bus.subscribers.size;
    });

    expect(counts).toEqual([1, 1, 1, 0, 1]);
  });

  it('delivers events to its own process at once, and sends local events no further', async () => {
    const published = line.publish([typing, { ...typing, isLocal: true }]);
    const atOnce = taken.length;
    await published;

    expect([atOnce, bus.sent.length]).toEqual([2, 1]);
  });

  it('logs a failed publish and does not throw', async () => {
    bus.isDown = true;

    await line.publish([typing]);

    expect([taken.length, logged]).toEqual([1, ['tunnel.publish_failed']]);
  });

  it('asks other processes whether a user is connected, and subscribes to the bus while it waits', async () => {
    const asked = line.isLiveElsewhere('usr_a');
    await settled(1);
    const [question] = bus.sent;
    const during = bus.subscribers.size;
    const { askId } = (question?.data ?? { askId: '' }) as { readonly askId: string };
    line.receiveConfirmation(askId);

    expect(await asked).toBe(true);
    expect([question?.event, during, bus.subscribers.size]).toEqual(['live.asked', 1, 0]);
  });
});
