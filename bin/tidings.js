#!/usr/bin/env node
// The package's command line. In a checkout, `npx tidings` runs client/bin/tidings.js.
import "@tidings/client/cli";
