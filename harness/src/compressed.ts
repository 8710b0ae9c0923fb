import { once } from "node:events";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

const CHUNK = Buffer.alloc(1024 * 1024);

/** So many megabytes of zeros in a few kilobytes (brotli) or a thousandth (gzip), made without holding them. */
export async function bombOf(encoding: "br" | "gzip", megabytesInside: number): Promise<Buffer> {
  const packer =
    encoding === "gzip"
      ? createGzip()
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const parts: Buffer[] = [];
  packer.on("data", (part: Buffer) => parts.push(part));
  for (let n = 0; n < megabytesInside; n += 1) if (!packer.write(CHUNK)) await once(packer, "drain");
  packer.end();
  await once(packer, "end");
  return Buffer.concat(parts);
}
