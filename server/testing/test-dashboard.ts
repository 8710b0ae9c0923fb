import { createSignInLink } from "../src/dashboard/sign-in.ts";
import type { TestService } from "./test-service.ts";

export type DashboardAnswer = { status: number; body: any; headers: Headers };

/** The dashboard as its page calls it: with the cookie, from its own origin. */
export type DashboardPage = {
  /** `tidings_session=…`, or empty before signing in. */
  cookie: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<DashboardAnswer>;
};

export function openDashboard(url: string): DashboardPage {
  const page: DashboardPage = {
    cookie: "",
    call: async (method, path, body, headers = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: "manual",
        headers: {
          ...(page.cookie === "" ? {} : { cookie: page.cookie }),
          ...(method === "GET" ? {} : { origin: url, "sec-fetch-site": "same-origin" }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const set = response.headers.get("set-cookie");
      if (set) page.cookie = set.split(";")[0] ?? "";
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
  };
  return page;
}

/** A page of an operator, who has used a link. */
export async function signInOperator(service: TestService, name = "Operator"): Promise<DashboardPage> {
  const page = openDashboard(service.url);
  const link = await createSignInLink(service.database, name);
  const { status, body } = await page.call("POST", "/dashboard/session", { link });
  if (status !== 201) throw new Error(`the link was answered with ${status}: ${JSON.stringify(body)}`);
  return page;
}
