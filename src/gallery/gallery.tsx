import { createRoot } from "react-dom/client";
import "../styles/reset.css";
import "../styles/tokens.css";
import { GalleryPage } from "./gallery-page.tsx";

// Served by `npm run dev` at /gallery.html only: the build does not know this page.
const place = document.getElementById("gallery");
if (place === null) throw new Error("gallery.html has no place for the gallery");
createRoot(place).render(<GalleryPage />);
