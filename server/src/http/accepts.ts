/** Whether a header such as Accept or Accept-Encoding lists the name, and not with the weight 0 (RFC 9110, 12.4.2). */
export function accepts(header: string | string[] | undefined, name: string): boolean {
  return String(header ?? "")
    .toLowerCase()
    .split(",")
    .some((one) => {
      const [listed = "", ...parameters] = one.split(";");
      return listed.trim() === name && !parameters.some((one) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(one));
    });
}
