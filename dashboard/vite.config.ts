import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { preloadFont } from "./vite/preload-font.ts";
import { slimContract } from "./vite/slim-contract.ts";

/** The oldest versions with `light-dark()`, which would otherwise be rewritten. */
const BROWSERS = ["chrome123", "firefox120", "safari17.5"];

// biome-ignore lint/style/noDefaultExport: vite asks for a default export
export default defineConfig({
  base: "/dashboard/",
  plugins: [slimContract(), preloadFont(), react()],
  build: {
    outDir: "dist",
    // The policy of the page allows fonts and styles as files only.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    target: BROWSERS,
    cssTarget: BROWSERS,
  },
});
