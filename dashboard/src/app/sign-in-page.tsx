import { TidingsError } from "@tidings/client";
import { useEffect } from "react";
import { ErrorBox } from "../components/error-box.tsx";
import { Wordmark } from "../components/wordmark.tsx";
import { sentenceOf } from "./failed-read.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in-page.module.css";

/** The path of a refused link is that of signing in; without a link, a 401 only says that there is no session. */
const isQuiet = (error: Error): boolean =>
  error instanceof TidingsError && error.status === 401 && !location.pathname.endsWith("/sign-in");

/** In the place of all screens while there is no session; the address stays. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function SignInPage({ problem }: { problem?: Error | undefined }) {
  useEffect(() => {
    document.title = "Sign in · Tidings";
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Wordmark />
        <h1 className={styles.title}>Sign in</h1>
        {problem && !isQuiet(problem) && <ErrorBox title="Not signed in">{sentenceOf(problem)}</ErrorBox>}
        <SignInForm />
      </div>
    </main>
  );
}
