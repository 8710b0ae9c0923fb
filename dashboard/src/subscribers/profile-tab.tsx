import type { Subscriber } from "@tidings/contract";
import { Credentials } from "./credentials.tsx";
import { ProfileForm } from "./profile-form.tsx";
import styles from "./subscribers.module.css";

/** Who the person is, and where chat and push messages reach them. */
export function ProfileTab({ subscriber }: { subscriber: Subscriber }) {
  return (
    <div className={styles.parts}>
      <ProfileForm subscriber={subscriber} />
      <Credentials subscriber={subscriber} />
    </div>
  );
}
