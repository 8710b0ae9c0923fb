import { Dialog } from "../components/dialog.tsx";
import { useSession } from "./session.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { words } from "./words.ts";

/** Over the page when the session has ended. The page stays as it is, with everything that was typed. */
export function SignedOutSheet() {
  const { hasEnded } = useSession();
  return (
    <Dialog
      isOpen={hasEnded}
      canClose={false}
      onClose={() => {}}
      title={words.signedOut}
      description={words.signedOutWhy}
    >
      <SignInForm />
    </Dialog>
  );
}
