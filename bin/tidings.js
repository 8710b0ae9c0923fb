#!/usr/bin/env node
// The package's command line. In a checkout `npx tidings` runs the one of client/.
import "@tidings/client/cli";
