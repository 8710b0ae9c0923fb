import { Novu } from "@novu/js";

/** Creates Novu's client with the options that the page's address has as JSON; a story calls it as `novu`. */
window.novu = new Novu(JSON.parse(new URLSearchParams(location.search).get("options")));
window.events = [];
for (const event of ["notification_received", "unread_count_changed", "unseen_count_changed"])
  window.novu.on(`notifications.${event}`, ({ result }) => window.events.push({ event, result }));
