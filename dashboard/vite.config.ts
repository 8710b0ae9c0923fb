import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { slimContract } from "./vite/slim-contract.ts";

// biome-ignore lint/style/noDefaultExport: vite asks for a default export
export default defineConfig({
  base: "/dashboard/",
  plugins: [slimContract(), react()],
  build: { outDir: "dist", modulePreload: { polyfill: false }, chunkSizeWarningLimit: 600, target: "es2022" },
});
