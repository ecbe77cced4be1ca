import * as actionIcons from "../ui/icons/action-icons.tsx";
import * as navigationIcons from "../ui/icons/navigation-icons.tsx";
import * as statusIcons from "../ui/icons/status-icons.tsx";
import { GallerySection } from "./gallery-section.tsx";
import styles from "./gallery-page.module.css";

/** All drawings, to be compared in weight and size. */
export function IconsSection() {
  return (
    <GallerySection name="Icons">
      {[navigationIcons, actionIcons, statusIcons].map((set, index) => (
        <div key={index} className={styles.icons}>
          {Object.entries(set).map(([name, Drawing]) => (
            <Drawing key={name} label={name} />
          ))}
        </div>
      ))}
    </GallerySection>
  );
}
