// The last step of `npm run build`: bundles the inbox and the dashboard if they are not up to date, copies assets and marks
// the build as up to date.
import { completeBuild } from "./build-runtime.mjs";

await completeBuild();
