import { useEffect, useRef, useState } from "react";

/** `denied`: the person or the system said no; `missing`: there is none, or another app holds it. */
export type CameraState = "asking" | "on" | "denied" | "missing";

/** The back camera, on while `wanted`; its light goes out with it. */
export function useCamera(wanted: boolean) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>("asking");

  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    let stream: MediaStream | undefined;
    const end = () => stream?.getTracks().forEach((track) => track.stop());
    navigator.mediaDevices
      .getUserMedia({
        audio: false,
        video: {
          facingMode: { ideal: "environment" },
          width: { ideal: 1920 },
          height: { ideal: 1440 },
        },
      })
      .then(async (opened) => {
        stream = opened;
        if (gone || !video.current) return end();
        video.current.srcObject = opened;
        await video.current.play();
        if (!gone) setState("on");
      })
      .catch((error: unknown) => {
        if (!gone)
          setState(
            error instanceof DOMException && error.name === "NotAllowedError"
              ? "denied"
              : "missing",
          );
      });
    return () => {
      gone = true;
      setState("asking");
      end();
    };
  }, [wanted]);

  return { video, state };
}

/** What the camera sees now. */
export async function takeFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.95));
}
