/** Texts that have caused failures in services like this one. */

/** PostgreSQL cannot store these; each must be refused with a 400 in every position. */
export const UNSTORABLE_TEXTS: readonly string[] = [
  "\0",
  "a\0b",
  "\ud800",
  "x\udc00",
  "\udc00\ud800",
  "\ud83d",
];

const LIQUID = [
  "{{ subscriber }}",
  "{{ payload | json }}",
  "{% for i in (1..100000000) %}x{% endfor %}",
  "{% include '/etc/passwd' %}",
  "{{ 'a' | append: payload.text | repeat: 1000000 }}",
  "{{",
  "{% raw %}",
  "{{ constructor.constructor }}",
];
const SQL = [
  "' or 1=1--",
  "'; drop table subscribers;--",
  "$1",
  "\\",
  "\\'",
  "%",
  "_",
  "%%%",
  "\\%",
  "E'\\x00'",
];
const MARKUP = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "javascript:alert(1)",
  "data:text/html,<script>1</script>",
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
];
const UNICODE = [
  "\ufffe",
  "\uffff",
  "\u202eabc\u202c",
  "\u200b",
  "a\u200db",
  "\u00e9",
  "e\u0301",
  "\ufb01",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  "\u{10ffff}",
  "\u0085\u2028\u2029",
  "\ufeffbom",
  "I\u0307\u0131",
];
const LINES = ["\r\nx-injected: 1", "\n", "a\tb", "\u001b[31mred", "\u0007", "\u007f", "\u0001"];
const PATHS = ["../../etc/passwd", "..", ".", "/", "//", "a/b", "?a=b", "#x", "a;b", "a b", "*", ":id"];
const WORDS = [
  "",
  " ",
  "0",
  "-1",
  "null",
  "undefined",
  "true",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "Infinity",
  "0x10",
  "1e400",
  "9007199254740993",
  "{}",
  "[]",
  "()((((",
  "http://169.254.169.254/",
  "x@y",
  "ffffffffffffffffffffffff",
  "FFFFFFFFFFFFFFFFFFFFFFFF",
  "zzzzzzzzzzzzzzzzzzzzzzzz",
  "workflow_wf_0000000000000000",
  "x_wf_zzzzzzzzzzzzzzzz",
];
const LONG = [
  "a".repeat(255),
  "a".repeat(256),
  "é".repeat(255),
  "\u{1f600}".repeat(300),
  "1".repeat(10_000),
  "a".repeat(9_000),
  "{{".repeat(4_500),
  `${"a".repeat(5_000)}@${"a".repeat(4_000)}`,
];

export const HOSTILE_TEXTS: readonly string[] = [
  ...UNSTORABLE_TEXTS,
  ...LIQUID,
  ...SQL,
  ...MARKUP,
  ...UNICODE,
  ...LINES,
  ...PATHS,
  ...WORDS,
  ...LONG,
];

/** Only for bodies: in a path or header they exceed every server's limit. */
export const HUGE_TEXTS: readonly string[] = ["b".repeat(100_000), "b".repeat(100_001), "é".repeat(100_000)];

/** Parts of a path or query as on the wire: broken and overlong escapes. */
export const ESCAPED_TEXTS: readonly string[] = [
  ...["%00", "a%00b", "%", "%f", "%zz", "%ff", "%c0%ae", "%c0%ae%c0%ae%c0%af", "%ed%a0%80", "%f4%90%80%80"],
  ...["..%2f..%2fetc", "%2e%2e", "%2F", "%252e", "%25", "%0d%0ax:y", "%u0000", "+", "%20", "%ef%bf%be"],
  "%61".repeat(255),
  "%61".repeat(256),
  "%F0%9F%98%80".repeat(250),
  "a".repeat(3_000),
];

/** Numbers as JSON text. */
export const HOSTILE_NUMBERS: readonly string[] = [
  ...["-0", "0", "-1", "0.1", "1e400", "-1e400", "1e308", "5e-324", "9007199254740993", "-9007199254740993"],
  ...["2147483647", "2147483648", "9223372036854775808", "1e21", "1E5", "1.0", "123456789.123456789"],
  "9".repeat(10_000),
  `0.${"1".repeat(10_000)}`,
];

/** Look like numbers but are not valid JSON. */
export const BROKEN_TOKENS: readonly string[] = [
  "NaN",
  "Infinity",
  "0x10",
  "01",
  "+1",
  ".5",
  "1.",
  "'a'",
  "undefined",
];
