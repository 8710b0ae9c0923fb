import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { preloadFont } from "./vite/preload-font.ts";
import { screenFiles } from "./vite/screen-files.ts";
import { slimContract } from "./vite/slim-contract.ts";

/** The oldest versions with `light-dark()`, which would otherwise be rewritten. */
const BROWSERS = ["chrome123", "firefox120", "safari17.5"];

/**
 * Without TLS, browsers open six connections to a service, and each file costs a round trip. So all that the entry imports is
 * one script instead of 28; components that several files share are another one, and what many share of their library is
 * a third. Tabs stay outside, because few screens have them.
 */
const GROUPS = [
  { name: "shell", tags: ["$initial" as const], priority: 1 },
  {
    name: "parts",
    test: /[\\/](?:dashboard[\\/]src[\\/](?:components[\\/](?!tabs)|app[\\/](?!sign-in))|lucide-react[\\/])/,
    minShareCount: 6,
    includeDependenciesRecursively: false,
  },
  { name: "base", test: /[\\/]node_modules[\\/]@(?:base|floating)-ui[\\/]/, minShareCount: 8 },
];

// biome-ignore lint/style/noDefaultExport: vite asks for a default export
export default defineConfig({
  base: "/dashboard/",
  plugins: [slimContract(), preloadFont(), screenFiles(), react()],
  build: {
    outDir: "dist",
    // The policy of the page allows fonts and styles as files only.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
    target: BROWSERS,
    cssTarget: BROWSERS,
  },
});
