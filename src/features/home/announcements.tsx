import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Banner } from "#protocol/platform.ts";
import { PauseIcon, PlayIcon } from "../../ui/action-icons.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { isSafeAddress } from "../platform/contacts.ts";
import { bannerQuery } from "../platform/queries.ts";
import { bannersFor } from "./banners-for.ts";
import styles from "./announcements.module.css";

const turnMs = 7000;

/** What the venue has to say, one after the other; stops for whoever reads, points or wants it still. Absent without any. */
export function Announcements() {
  const { t, i18n } = useLingui();
  const { data, isPending } = useQuery(bannerQuery());
  const banners = bannersFor(data ?? [], i18n.locale);
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(prefersStill);
  const [held, setHeld] = useState(false);
  const strip = useRef<HTMLUListElement>(null);
  const { length } = banners;
  const runs = !paused && !held && length > 1;

  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== "hidden")
        turnTo(strip.current, (Math.round(place(strip.current)) + 1) % length);
    }, turnMs);
    return () => clearInterval(timer);
  }, [runs, length]);

  // Native listeners: the section only watches, it is no control.
  useEffect(() => {
    const section = strip.current?.parentElement;
    if (!section) return;
    const hold = () => setHeld(true);
    const free = () => setHeld(false);
    const held = ["pointerenter", "focusin"];
    const freed = ["pointerleave", "focusout"];
    held.forEach((name) => section.addEventListener(name, hold));
    freed.forEach((name) => section.addEventListener(name, free));
    return () => {
      held.forEach((name) => section.removeEventListener(name, hold));
      freed.forEach((name) => section.removeEventListener(name, free));
    };
  }, [length]);

  if (isPending)
    return (
      <div className={styles.announcements}>
        <span className={styles.face} />
      </div>
    );
  if (length === 0) return null;
  return (
    <section
      className={styles.announcements}
      aria-roledescription={t`carousel`}
      aria-label={t`Announcements`}
    >
      <ul
        ref={strip}
        className={styles.strip}
        onScroll={(event) => setAt(Math.round(place(event.currentTarget)))}
      >
        {banners.map((banner, index) => (
          <li
            key={banner.id}
            className={styles.slide}
            inert={index !== at}
            aria-label={t`${index + 1} of ${length}`}
          >
            <Slide banner={banner} />
          </li>
        ))}
      </ul>
      {length > 1 && (
        <div className={styles.controls}>
          <IconButton
            label={paused ? t`Let announcements turn` : t`Stop announcements`}
            icon={paused ? <PlayIcon size={16} /> : <PauseIcon size={16} />}
            onClick={() => setPaused(!paused)}
          />
          <span className={styles.dots} aria-hidden="true">
            {banners.map((banner, index) => (
              <span key={banner.id} data-current={index === at || undefined} />
            ))}
          </span>
        </div>
      )}
    </section>
  );
}

function Slide({ banner }: { banner: Banner }) {
  const router = useRouter();
  const words = (
    <>
      {banner.image !== "" && (
        <img src={banner.image} alt="" className={styles.picture} loading="lazy" decoding="async" />
      )}
      <span className={styles.words}>
        <strong>{banner.title}</strong>
        <span>{banner.text}</span>
      </span>
    </>
  );
  if (isSafeAddress(banner.link)) {
    return (
      <a className={styles.face} href={banner.link} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    );
  }
  if (!/^\/(?![/\\])/.test(banner.link)) return <span className={styles.face}>{words}</span>;
  return (
    <a
      className={styles.face}
      href={banner.link}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void router.navigate({ href: banner.link });
      }}
    >
      {words}
    </a>
  );
}

function place(strip: HTMLElement | null): number {
  return strip && strip.clientWidth > 0 ? strip.scrollLeft / strip.clientWidth : 0;
}

function turnTo(strip: HTMLElement | null, index: number): void {
  strip?.scrollTo({
    left: index * strip.clientWidth,
    behavior: prefersStill() ? "instant" : "smooth",
  });
}

function prefersStill(): boolean {
  return (
    typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
