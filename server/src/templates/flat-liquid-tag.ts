import { type Liquid, LiquidTag } from "liquidjs";

let isInside = false;

/**
 * Rejects `{% liquid %}` inside `{% liquid %}`: every level parses the rest of the text again, so that one tag of 100 kB
 * took 731 ms to parse.
 */
export function refuseNestedLiquid(engine: Liquid): void {
  engine.registerTag("liquid", FlatLiquidTag);
}

class FlatLiquidTag extends LiquidTag {
  constructor(...parameters: ConstructorParameters<typeof LiquidTag>) {
    if (isInside) throw new Error('the tag "liquid" may not stand inside another "liquid" tag');
    isInside = true;
    try {
      super(...parameters);
    } finally {
      isInside = false;
    }
  }
}
