import { Dialog } from "../components/dialog.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { words } from "./words.ts";

/** Over the page when the session has ended. The page stays as it is, with everything that was typed. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function SignedOutSheet() {
  return (
    <Dialog
      isOpen
      canClose={false}
      onClose={() => {}}
      title={words.signedOut}
      description={words.signedOutWhy}
    >
      <SignInForm />
    </Dialog>
  );
}
