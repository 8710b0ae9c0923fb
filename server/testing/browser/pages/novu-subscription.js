import { NovuProvider, Subscription } from "@novu/react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

/** Shows Novu's `<Subscription />`; the page's address has the properties of it and of the provider as JSON. */
const { provider, subscription } = JSON.parse(new URLSearchParams(location.search).get("options"));
const component = createElement(Subscription, subscription);
createRoot(document.querySelector("#root")).render(createElement(NovuProvider, provider, component));
