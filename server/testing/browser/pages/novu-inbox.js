import { Inbox } from "@novu/react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

/** Shows Novu's `<Inbox />` with the properties that the page's address has as JSON. */
const properties = JSON.parse(new URLSearchParams(location.search).get("options"));
createRoot(document.querySelector("#root")).render(createElement(Inbox, properties));
