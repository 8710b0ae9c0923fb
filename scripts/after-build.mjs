// The last step of `npm run build`: bundles the inbox, copies assets and marks the build as up to date.
import { copyAssets } from "../server/copy-assets.mjs";
import { bundleInbox, markBuilt } from "./build-runtime.mjs";

await bundleInbox();
copyAssets();
markBuilt();
