// The last step of `npm run build`: bundles the inbox and the dashboard, copies assets and marks the build as up to date.
import { copyAssets } from "../server/copy-assets.mjs";
import { bundleDashboard, bundleInbox, markBuilt } from "./build-runtime.mjs";

await bundleInbox();
await bundleDashboard();
copyAssets();
markBuilt();
