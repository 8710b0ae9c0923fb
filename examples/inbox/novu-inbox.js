import { Inbox } from "@novu/react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

/** Novu's `<Inbox />` from npm, unmodified; `npm run demo:inbox` bundles this file. */
const place = document.querySelector("#novu-inbox");
const { applicationIdentifier, subscriberId, subscriberHash, url } = place.dataset;
const properties = { applicationIdentifier, subscriberId, subscriberHash, backendUrl: url, socketUrl: url };
createRoot(place).render(createElement(Inbox, properties));
