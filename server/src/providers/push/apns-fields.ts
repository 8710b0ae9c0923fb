import type { CredentialField } from "@tidings/contract";
import { BASE_URL } from "../common-fields.ts";

/** The credentials of APNs: a key of the team, and the app. */
export const APNS_FIELDS: readonly CredentialField[] = [
  {
    name: "secretKey",
    label: "Private key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The content of the .p8 file; Certificates, Identifiers & Profiles, Keys in the Apple Developer account.",
  },
  {
    name: "apiKey",
    label: "Key ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The 10 characters of the key's ID, beside the key in the Apple Developer account.",
  },
  {
    name: "projectName",
    label: "Team ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The 10 characters of the team's ID; Membership details in the Apple Developer account.",
  },
  {
    name: "applicationId",
    label: "Bundle ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The bundle ID of the app, such as com.example.app: the topic of the notifications.",
  },
  {
    name: "secure",
    label: "Production",
    kind: "boolean",
    isSecret: false,
    isRequired: false,
    help: "False for apps that Xcode installed (the sandbox); default: true, the App Store and TestFlight.",
  },
  BASE_URL,
];
