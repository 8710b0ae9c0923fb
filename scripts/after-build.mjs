// The end of `npm run build`: the files that are copied, and the note that what runs is up to date.
import { copyAssets } from "../server/copy-assets.mjs";
import { markBuilt } from "./build-runtime.mjs";

copyAssets();
markBuilt();
