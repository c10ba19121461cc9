/** Two soft notes, then a pause, as long as it rings. */
const NOTES = [
  { hertz: 587.33, at: 0, seconds: 0.35 },
  { hertz: 739.99, at: 0.4, seconds: 0.5 },
] as const;
const EVERY_MS = 3000;
const LOUDNESS = 0.12;

/**
 * Rings in one tab of this browser, however many are open. Returns the function that stops it. A browser that forbids
 * sound stays silent.
 */
export function ringOut(): () => void {
  const stop = new AbortController();
  const ring = () =>
    new Promise<void>((resolve) => {
      const audio = new AudioContext();
      const round = () =>
        void audio.resume().then(
          () => playNotes(audio),
          () => undefined,
        );
      round();
      const timer = setInterval(round, EVERY_MS);
      stop.signal.addEventListener('abort', () => {
        clearInterval(timer);
        void audio.close().then(resolve, resolve);
      });
    });
  if (!('locks' in navigator)) void ring().catch(() => undefined);
  else navigator.locks.request('plaza.ring', { signal: stop.signal }, ring).catch(() => undefined);
  return () => stop.abort();
}

function playNotes(audio: AudioContext): void {
  if (audio.state !== 'running') return; // closed meanwhile
  for (const { hertz, at, seconds } of NOTES) {
    const start = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { frequency: hertz });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}
