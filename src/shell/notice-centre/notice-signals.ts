/** What is heard and felt of a notice that is shown in the app. */
import type { NoticeSettings, NoticeTopic } from "#protocol/api/notice-settings.ts";
import { reachesBy } from "#protocol/api/notice-settings.ts";
import { vibrate } from "../../features/platform/haptics.ts";

/** Two short tones, the second higher. */
const tones = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.12 },
] as const;
const toneSec = 0.11;
const loudness = 0.08;
/** One signal for notices that come together. */
const onceInMs = 1500;
let lastAt = Number.NEGATIVE_INFINITY;

/** Sounds and vibrates as the person chose for this topic; a browser without a tap so far stays silent. */
export function signalNotice(settings: NoticeSettings, topic: NoticeTopic, now: number): void {
  if (reachesBy(settings, topic, "haptics", now)) vibrate("fill");
  if (!reachesBy(settings, topic, "sound", now) || performance.now() - lastAt < onceInMs) return;
  lastAt = performance.now();
  if (navigator.userActivation?.hasBeenActive === false) return;
  play();
}

function play(): void {
  try {
    const context = new AudioContext();
    for (const { hertz, at } of tones) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      const start = context.currentTime + at;
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(loudness, start);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + toneSec);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + toneSec);
      if (at > 0) tone.addEventListener("ended", () => void context.close());
    }
  } catch {
    // A device without sound.
  }
}
