declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The name of the screen, for errors of it. */
    title?: string;
    /** The screen needs the width: the rail is folded unless the reader unfolds it. */
    foldsRail?: true;
  }
}

/** What a screen's route says about it, in `staticData`. */
export type ScreenData = { title: string; foldsRail?: true };
