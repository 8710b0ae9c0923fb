/** The characters of an SMS in 7 bits: the basic set and its extension (3GPP TS 23.038, section 6.2.1). */
const GSM_7 =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/;

/** Whether a text has other characters; some vendors replace them unless the request states Unicode. */
export function needsUnicode(text: string): boolean {
  return !GSM_7.test(text);
}

/** A number as digits, for vendors that reject the `+`; a sender name stays as it is. */
export function withoutPlus(number: string): string {
  return number.replace(/^\+(?=\d)/, "");
}
