import chromium from "@sparticuz/chromium";

// Unpacks Chromium into TMPDIR, if it is not there.
await chromium.executablePath();
