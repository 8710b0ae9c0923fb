// The last step of `npm run build`: copies assets and marks the build as up to date.
import { copyAssets } from "../server/copy-assets.mjs";
import { markBuilt } from "./build-runtime.mjs";

copyAssets();
markBuilt();
