/** The browser's own reader of QR codes; not every browser has one. */
interface CodeReader {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

type ReaderClass = new (options: { formats: readonly string[] }) => CodeReader;

const everyMs = 250;

/** Whether this browser can read a code from the camera. */
export function canScan(): boolean {
  return readerClass() !== undefined && "mediaDevices" in navigator;
}

/** Shows the camera in `video` and answers the first code it sees. @throws where there is no camera, or it is not allowed */
export async function scanCode(
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<string | undefined> {
  const Reader = readerClass();
  if (!Reader) return undefined;
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment" },
    audio: false,
  });
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    await video.play();
    const reader = new Reader({ formats: ["qr_code"] });
    while (!signal.aborted) {
      const [code] = await reader.detect(video).catch(() => []);
      if (code && !signal.aborted) return code.rawValue;
      await new Promise((done) => setTimeout(done, everyMs));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

function readerClass(): ReaderClass | undefined {
  return (globalThis as { BarcodeDetector?: ReaderClass }).BarcodeDetector;
}
