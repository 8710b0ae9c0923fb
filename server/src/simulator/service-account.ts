import { generateKeyPairSync } from "node:crypto";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });

/** The public key of the service account below. */
export const SERVICE_ACCOUNT_PUBLIC_KEY = publicKey;

/** A service account's key as Google's JSON file has it, with a real RSA key. */
export const SERVICE_ACCOUNT = {
  type: "service_account",
  project_id: "my-project",
  private_key_id: "5f0c",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  client_email: "push@my-project.iam.gserviceaccount.com",
  token_uri: "https://oauth2.googleapis.com/token",
};
