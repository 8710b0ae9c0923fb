import type { Plugin } from "vite";

/** The font of nearly all text is loaded together with the styles that name it. */
export function preloadFont(): Plugin {
  let base = "/";
  return {
    name: "preload-font",
    configResolved: (config) => {
      base = config.base;
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) => {
        const file = Object.keys(bundle).find((name) => /ibm-plex-sans-.*\.woff2$/.test(name));
        if (!file) return [];
        const attrs = { rel: "preload", as: "font", type: "font/woff2", href: base + file, crossorigin: "" };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}
