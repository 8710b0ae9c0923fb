import { TidingsInbox } from "./inbox-element.ts";

// A page may load the script twice, from two services.
if (!customElements.get("tidings-inbox")) customElements.define("tidings-inbox", TidingsInbox);

export { TidingsInbox };
