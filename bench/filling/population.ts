/** A subscriber as `POST /v1/subscribers/bulk` takes it. */
export type Person = {
  subscriberId: string;
  firstName: string;
  lastName: string;
  email?: string;
  phone?: string;
};

/** One subscriber in 20 has this first name; the others share the list, earlier ones more often. */
const COMMON_NAME = "Anna";
const FIRST_NAMES =
  "Ben Carla David Elena Felix Grace Hannah Ivan Julia Kevin Laura Max Nora Oskar Paula Rosa Stefan Thea Uwe Vera Wanda Yusuf Ada Björn Chloé Dörte Emil Frieda Gustav Helga Ines Jörg Leon Maria Niklas Olga Peter Ruth Sophie Thomas Ursula Viktor Werner Yvonne Łukasz Zeynep Søren Pierre Mohammed Ming Hiro Fatima Quentin Xenia Zoe".split(
    " ",
  );
const STEMS =
  "Mül Schmi Fisch Web Mey Wag Beck Schul Hoff Koch Bau Richt Klei Wolf Schröd Neu Zimmer Brau Krü Lang Wern Kö Wal Her Kai Rob And Nowak Kowal Gar Mart Ros Smi John Will Brown Tay".split(
    " ",
  );
const ENDINGS = "ler dt der er mann s ner sen ski ez berg feld stein ke bach son ini ova ard low".split(" ");
/** Shares of the large domains, 55 % together; the others share 1,000 domains of companies. */
const DOMAINS: [string, number][] = [
  ["gmail.example.com", 0.3],
  ["web.example.de", 0.12],
  ["outlook.example.com", 0.08],
  ["posteo.example.org", 0.05],
];
const COMPANIES =
  "acme globex init umbra stark wayne tyrell cyber hooli vandelay wonka duff pied massive oscorp nakatomi soylent weyland virtu lumon".split(
    " ",
  );
const TRADES = "tech corp soft lab group media bau bank works shop".split(" ");
const ENDS = ["com", "de", "net", "io", "org"];

/** The subscriber with this number, always the same: 95 % have an address, 70 % a phone number. */
export function personAt(index: number): Person {
  const random = randomFrom(index);
  const firstName = random() < 0.05 ? COMMON_NAME : pick(FIRST_NAMES, random() ** 1.5);
  const family = pick(STEMS, random() ** 2) + pick(ENDINGS, random());
  const lastName = random() < 0.15 ? `${family}-${pick(STEMS, random())}${pick(ENDINGS, random())}` : family;
  const local = `${asciiOf(firstName)}.${asciiOf(lastName)}${Math.floor(random() * 997)}`;
  const email = random() < 0.95 ? { email: `${local}@${domainOf(random)}` } : {};
  const phone = random() < 0.7 ? { phone: `+49${1_500_000_000 + Math.floor(random() * 199_999_999)}` } : {};
  return { subscriberId: `user-${index}`, firstName, lastName, ...email, ...phone };
}

function domainOf(random: () => number): string {
  let rest = random();
  for (const [domain, share] of DOMAINS) {
    if (rest < share) return domain;
    rest -= share;
  }
  return `${pick(COMPANIES, random())}${pick(TRADES, random())}.example.${pick(ENDS, random())}`;
}

function pick(from: readonly string[], share: number): string {
  return from[Math.floor(share * from.length)] ?? "";
}

function asciiOf(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z-]/g, "");
}

/** Evenly distributed numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
