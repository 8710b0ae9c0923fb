import type { Scenario } from "../stage.ts";
import { embeddedKills, randomKills } from "./random-kills.ts";

/** THE list, in the order in which they are played. */
export const SCENARIOS: readonly Scenario[] = [randomKills, embeddedKills];
