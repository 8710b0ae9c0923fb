declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The name of the screen, for errors of it. */
    title?: string;
  }
}

/** What a screen's route says about it, in `staticData`. */
export type ScreenData = { title: string };
