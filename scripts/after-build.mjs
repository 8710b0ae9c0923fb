// The end of `npm run build`: the files that are copied, and the note that what runs is up to date.
import { copyReference } from "../server/copy-reference.mjs";
import { markBuilt } from "./build-runtime.mjs";

copyReference();
markBuilt();
