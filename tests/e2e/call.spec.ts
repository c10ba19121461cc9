import type { BrowserContext, Locator, Page } from 'playwright/test';
import { fill } from '#lib/i18n/fill.ts';
import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import type { Person } from '#tests/support/browser.ts';
import { makePerson } from '#tests/support/browser.ts';
import { long, looks } from './fixtures/form.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { words } from './fixtures/words.ts';

const texts = words.en.call;
const named = (text: string, name: string) => fill(text, { name }, 'en');

type Spied = Window & { peers: RTCPeerConnection[]; tracks: MediaStreamTrack[] };

/** Records every connection and every track that a page opens, so that tests can ask the browser itself about them. */
async function spyOn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const spied = window as unknown as Spied;
    spied.peers = [];
    spied.tracks = [];
    const Real = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(config?: RTCConfiguration) {
        super(config);
        spied.peers.push(this);
      }
    };
    // A page that is still blank has no media devices.
    if (!navigator.mediaDevices) return;
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      spied.tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

/** Refuses the browser's permission question for the devices until the page is reloaded. */
const refuseDevices = (page: Page) =>
  page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });

/** Returns what has arrived over the connection: sound in bytes, and decoded video frames. */
const received = (page: Page) =>
  page.evaluate(async () => {
    const found = { soundBytes: 0, frames: 0 };
    for (const peer of (window as unknown as Spied).peers)
      for (const [, report] of await peer.getStats()) {
        if (report.type !== 'inbound-rtp') continue;
        if (report.kind === 'audio') found.soundBytes += report.bytesReceived;
        if (report.kind === 'video') found.frames += report.framesDecoded;
      }
    return found;
  });

/** Expects that nothing of a call is left in a page: its microphone is off and its connection is closed. */
const expectLetGo = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { peers, tracks } = window as unknown as Spied;
        return [
          tracks.some(({ readyState }) => readyState === 'live'),
          peers.some((p) => p.connectionState !== 'closed'),
        ];
      }),
    )
    .toEqual([false, false]);

const panelOf = (page: Page, name: string) => page.getByRole('region', { name: named(texts.inCall, name) });
const composerOf = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
/** Returns whether the call covers any part of the message form. */
async function coversComposer(page: Page, panel: Locator): Promise<boolean> {
  const [call, composer] = [await panel.boundingBox(), await page.locator('form:has(textarea)').boundingBox()];
  if (!call || !composer) throw new Error('a call or a composer is missing');
  const isBeside = call.x + call.width <= composer.x || composer.x + composer.width <= call.x;
  return !isBeside && call.y + call.height > composer.y && composer.y + composer.height > call.y;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function talkOf(ann: Person, bob: Person): Promise<string> {
  const made = await createConversation(ann.ctx, { type: 'direct', participantIds: [bob.ctx.user.id] }, undefined);
  return made.conversation.id;
}

test(
  'two people see and hear each other, on any page, until one hangs up',
  looks,
  async ({ context, page, world, signInAs, openBrowser, baseURL }) => {
    const ann = await signInAs({ name: 'Ann Caller' });
    const bob = await makePerson(world, { name: 'Bob Called' });
    const id = await talkOf(ann, bob);
    const other = await openBrowser();
    await wear(other, bob.cookie, baseURL);
    for (const browser of [context, other]) await spyOn(browser);
    const there = await other.newPage();
    await there.goto('/products');
    await page.goto(`/messages/${id}`);

    await button(page, named(texts.callVideo, 'Bob Called')).click();
    const ring = there.getByRole('alertdialog', { name: named(texts.incomingVideo, 'Ann Caller') });
    await expect(ring).toBeFocused();
    await expectSound(there, 'call-ringing');
    await expect(panelOf(page, 'Bob Called').getByText(texts.stage_ringing).first()).toBeVisible();
    await ring.getByRole('button', { name: texts.accept, exact: true }).click();

    for (const [one, name] of [
      [page, 'Bob Called'],
      [there, 'Ann Caller'],
    ] as const) {
      await expect(panelOf(one, name).getByRole('timer')).toBeVisible();
      await expect(one.getByLabel(named(texts.pictureOf, name))).toBeVisible();
      await expect.poll(async () => (await received(one)).frames).toBeGreaterThan(5);
      await expect.poll(async () => (await received(one)).soundBytes).toBeGreaterThan(500);
    }
    await expectSound(page, 'call-live');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await shoot(page, `call-beside-composer-${width}`);
      expect(await coversComposer(page, panelOf(page, 'Bob Called'))).toBe(false);
    }
    // The message form grows, and the call makes room for it.
    await composerOf(page).fill('One\nTwo\nThree\nFour');
    await expect.poll(() => coversComposer(page, panelOf(page, 'Bob Called'))).toBe(false);
    await composerOf(page).fill('');

    // The call continues on another page.
    await there.setViewportSize({ width: 1280, height: 800 });
    await there.getByRole('link', { name: words.en.shell.home }).click();
    await expect(there).toHaveURL(/\/$/);
    await button(page, texts.mute).click();
    await expect(panelOf(there, 'Ann Caller').getByText(texts.peerMuted)).toBeVisible();
    await button(there, texts.cameraOff).click();
    await expect(page.getByLabel(named(texts.pictureOf, 'Bob Called'))).toBeHidden();

    await button(there, texts.hangUp).click();
    await expect(panelOf(page, 'Bob Called')).toBeHidden();
    await expect(panelOf(there, 'Ann Caller')).toBeHidden();
    await expectLetGo(page);
    await expectLetGo(there);
    await expect(page.getByRole('log').getByText(/^Video call ended · 0:\d\d$/)).toBeVisible();
  },
);

test(
  'a call is declined, missed, and shown on a page opened while it rings; a refused microphone is explained',
  long,
  async ({ page, world, signInAs, openBrowser, baseURL }) => {
    const ann = await signInAs({ name: 'Ann Caller' });
    const bob = await makePerson(world, { name: 'Bob Called' });
    const id = await talkOf(ann, bob);
    const other = await openBrowser();
    await wear(other, bob.cookie, baseURL);
    await page.goto(`/messages/${id}`);
    const call = button(page, named(texts.callAudio, 'Bob Called'));
    const panel = panelOf(page, 'Bob Called');

    await refuseDevices(page);
    await call.click();
    await expect(panel.getByText(texts.microphone_denied)).toBeVisible();
    await expectSound(page, 'call-refused');
    await panel.getByRole('button', { name: texts.close, exact: true }).click();

    await page.reload();
    await call.click();
    await expect(panel.getByText(named(texts.stage_calling, 'Bob Called')).first()).toBeVisible();
    // Only now is there a page on which the call can ring; until now the callee had no connection.
    const there = await other.newPage();
    await there.goto('/products');
    const ring = there.getByRole('alertdialog', { name: named(texts.incomingAudio, 'Ann Caller') });
    await expect(ring).toBeVisible();
    await ring.getByRole('button', { name: texts.reject, exact: true }).click();
    await expect(panel.getByText(named(texts.end_declined, 'Bob Called')).first()).toBeVisible();
    await panel.getByRole('button', { name: texts.close, exact: true }).click();

    await call.click();
    await expect(ring).toBeVisible();
    await button(page, texts.hangUp).click();
    await expect(ring).toBeHidden();
    const missed = await there.evaluate(
      async (path) => (await fetch(path)).json(),
      `/api/conversations/${id}/messages`,
    );
    expect(missed.messages.map(({ metadata }: { metadata: { kind?: string } }) => metadata.kind)).toEqual([
      'missed_call',
    ]);
  },
);

test(
  'a crashed browser ends the call for the other person, with a notice',
  long,
  async ({ page, world, signInAs, openBrowser, baseURL }) => {
    const ann = await signInAs({ name: 'Ann Caller' });
    const bob = await makePerson(world, { name: 'Bob Called' });
    const id = await talkOf(ann, bob);
    const other = await openBrowser();
    await wear(other, bob.cookie, baseURL);
    const there = await other.newPage();
    await there.goto('/products');
    await page.goto(`/messages/${id}`);
    await button(page, named(texts.callAudio, 'Bob Called')).click();
    const ring = there.getByRole('alertdialog', { name: named(texts.incomingAudio, 'Ann Caller') });
    await ring.getByRole('button', { name: texts.accept, exact: true }).click();
    await expect(panelOf(page, 'Bob Called').getByRole('timer')).toBeVisible();

    // A crashed page sends no last message.
    await there.goto('chrome://crash').catch(() => undefined);

    await expect(panelOf(page, 'Bob Called').getByText(named(texts.end_gone, 'Bob Called')).first()).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByRole('log').getByText(/^Call ended · 0:\d\d$/)).toBeVisible();
  },
);
