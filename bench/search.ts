import { type Filled, filledId } from "./filling/filled-store.ts";
import { personAt } from "./filling/population.ts";
import { type Kind, openLists } from "./lists.ts";
import type { Workload } from "./suite/workload.ts";

const SIZE = 1_000_000;
const QUICK_SIZE = 1_000;
/** The service counts so many matches. */
const MOST_COUNTED = 50_000;
/** Of the size; successive reads are far from each other. */
const STRIDE = 0.618;

type Filter = Partial<Record<"email" | "name" | "phone" | "subscriberId" | "search", string>>;

/** The searches by kind. */
const SEARCHES: Record<string, (index: number) => Filter> = {
  "no filter": () => ({}),
  "email: whole address": (index) => ({ email: emailNear(index) }),
  "email: one letter (z)": () => ({ email: "z" }),
  "email: two letters (ku)": () => ({ email: "ku" }),
  "email: two letters, none (qz)": () => ({ email: "qz" }),
  "email: three letters (umb)": () => ({ email: "umb" }),
  "email: domain of 30 %": () => ({ email: "@gmail.example.com" }),
  "email: domain of 5 %": () => ({ email: "posteo" }),
  "email: all addresses (@)": () => ({ email: "@" }),
  "name: whole": (index) => ({ name: nameOf(index) }),
  "name: one letter (a)": () => ({ name: "a" }),
  "name: one letter, rare (Q)": () => ({ name: "Q" }),
  "name: two letters (an)": () => ({ name: "an" }),
  "name: two letters, rare (Ze)": () => ({ name: "Ze" }),
  "name: two letters, none (qz)": () => ({ name: "qz" }),
  "name: three letters (Chl)": () => ({ name: "Chl" }),
  "name: first name of 5 % (Anna)": () => ({ name: "Anna" }),
  "name: no match": () => ({ name: "Nemo Zqx" }),
  "phone: whole": (index) => ({ phone: phoneNear(index) }),
  "phone: three digits (777)": () => ({ phone: "777" }),
  "phone: country (+49)": () => ({ phone: "+49" }),
  "subscriberId: whole": (index) => ({ subscriberId: `user-${index}` }),
  "subscriberId: common (user)": () => ({ subscriberId: "user" }),
  "search: whole address": (index) => ({ search: emailNear(index) }),
  "search: anna": () => ({ search: "anna" }),
  "search: two letters (an)": () => ({ search: "an" }),
  "search: two letters, none (qz)": () => ({ search: "qz" }),
  "name + email: Anna, gmail": () => ({ name: "Anna", email: "gmail" }),
  "name + email: both whole": (index) => ({ name: nameOf(index), email: emailNear(index) }),
  "name + phone: Anna, 777": () => ({ name: "Anna", phone: "777" }),
  "name + subscriberId: Anna, r-77": () => ({ name: "Anna", subscriberId: "r-77" }),
  "email + phone: gmail, +49": () => ({ email: "gmail", phone: "+49" }),
  "email + subscriberId: gmail, user-7": () => ({ email: "gmail", subscriberId: "user-7" }),
  "phone + subscriberId: +4916, user-7": () => ({ phone: "+4916", subscriberId: "user-7" }),
  "search + email: anna, gmail": () => ({ search: "anna", email: "gmail" }),
};

const COLUMNS = { email: "email", name: "name", phone: "phone", subscriberId: "subscriber_id" } as const;

const ORDERS = (["_id", "updatedAt"] as const).flatMap((orderBy) =>
  (["DESC", "ASC"] as const).map((orderDirection) => ({ orderBy, orderDirection })),
);

export const search: Workload = {
  name: "search",
  title: "Subscriber search",
  text: "Pages of 10 with the total (exact up to 50,000), one read after the other. The rows of searches are of the first page, newest first; the rows of pages and orders take each of the searches in turn. Target: p50 10 ms, p95 30 ms. Directus compares all rows (`LIKE`), its usual way, and counts all matches.",
  unit: "read",
  rounds: 3,
  open: (options, leaveOut) => {
    const size = options.size ?? (options.isQuick ? QUICK_SIZE : SIZE);
    return openLists({ size, kindsOf, mostCounted: MOST_COUNTED }, options, leaveOut);
  },
};

function kindsOf(filled: Filled): Kind[] {
  const at = (index: number) => Math.floor(((index + 1) * filled.size * STRIDE) % filled.size);
  const path = (filter: Filter, page: object) =>
    `/v2/subscribers?${new URLSearchParams({ ...filter, ...page })}`;
  const searches = Object.entries(SEARCHES);
  const middle = filledId(filled, Math.floor(filled.size / 2));
  const pages = { first: {}, deep: { after: middle }, previous: { before: middle } };
  return [
    ...searches.map(([name, filterOf]) => ({
      name,
      ours: (index: number) => path(filterOf(at(index)), {}),
      directus: (index: number) => directusPath(filterOf(at(index))),
    })),
    ...ORDERS.flatMap((order) =>
      Object.entries(pages).map(([page, cursor]) => ({
        name: `${page} page, ${order.orderBy} ${order.orderDirection}`,
        ours: (index: number) => {
          const [, filterOf] = searches[index % searches.length] as (typeof searches)[number];
          return path(filterOf(at(index)), { ...order, ...cursor });
        },
      })),
    ),
  ];
}

function directusPath({ search: anywhere, ...filters }: Filter): string {
  const conditions = Object.entries(filters).map(([name, text]) => [
    `filter[${COLUMNS[name as keyof typeof COLUMNS]}][_contains]`,
    text,
  ]);
  const query = [...conditions, ...(anywhere === undefined ? [] : [["search", anywhere]])];
  return `subscribers?${new URLSearchParams([["sort", "-id"], ["limit", "10"], ...query])}`;
}

/** The address, or the phone number, of the first subscriber from this number on that has one. */
function emailNear(index: number): string {
  return personAt(index).email ?? emailNear(index + 1);
}

function phoneNear(index: number): string {
  return personAt(index).phone ?? phoneNear(index + 1);
}

function nameOf(index: number): string {
  const { firstName, lastName } = personAt(index);
  return `${firstName} ${lastName}`;
}
