#!/usr/bin/env bash
# phone: one mobile number of Argentina, written in its two usual ways, becomes two numbers, both "valid".
#
# Expected: the README says that the package normalizes mobile numbers to E.164. In Argentina a mobile number is dialled
#   as 0 11 15 2345-6789 at home and as +54 9 11 2345-6789 from abroad: the digits 15 are a national prefix and no part of
#   the number (ITU-T numbering plan of Argentina; the package's pull request 125 and issue 18 say the same). Both
#   spellings are one subscriber, and a number has 10 digits after +54, or 11 with the 9.
# Seen: "+54 9 11 2345-6789" gives +541123456789, "011 15-2345-6789" with the country AR gives +54111523456789, which has 12
#   digits after +54. Both results say isValid: true. The first spelling together with the country AR, which a form
#   knows, is not valid at all. google-libphonenumber gives one number for all three.
# Why it matters: the second number is in no numbering plan, and a person who typed it in the national way is not found
#   in a list of people who asked for no more messages, which has the first one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts phone@3.1.72 google-libphonenumber@3.2.47
cat >run.cjs <<'JS'
const fs = require("node:fs");
const { phone } = require("phone");
const { PhoneNumberFormat, PhoneNumberUtil } = require("google-libphonenumber");
for (const name of ["phone", "google-libphonenumber"]) {
  console.log(name, JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
const util = PhoneNumberUtil.getInstance();
/** The result of both packages. `country` is what a form knows of its user. */
function normalize(written, country) {
  const { isValid, phoneNumber } = phone(written, country ? { country } : {});
  const google = util.format(util.parse(written, country), PhoneNumberFormat.E164);
  console.log(`${written} ${country ?? ""}\n  phone:`, { isValid, phoneNumber }, "\n  google-libphonenumber:", google);
  return { isValid, phoneNumber, google };
}
const international = normalize("+54 9 11 2345-6789");
const national = normalize("011 15-2345-6789", "AR");
const withCountry = normalize("+54 9 11 2345-6789", "AR");
const areTwo = international.phoneNumber === "+541123456789" && national.phoneNumber === "+54111523456789";
const isOne = [national, withCountry].every((result) => result.google === international.google);
if (areTwo && international.isValid && national.isValid && !withCountry.isValid && isOne) {
  console.log("As described: one mobile number becomes two valid numbers, one of them with its national prefix.");
} else {
  console.log("Not as described: the spellings give one number, or the national one is refused.");
  process.exitCode = 1;
}
JS
node run.cjs
