import { once } from "node:events";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

const CHUNK = Buffer.alloc(1024 * 1024);

/** Compresses zeros to a few kilobytes (brotli) or a thousandth of their size (gzip), without holding them in memory. */
export async function compressionBomb(encoding: "br" | "gzip", megabytes: number): Promise<Buffer> {
  const compressor =
    encoding === "gzip"
      ? createGzip()
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const parts: Buffer[] = [];
  compressor.on("data", (part: Buffer) => parts.push(part));
  for (let n = 0; n < megabytes; n += 1) if (!compressor.write(CHUNK)) await once(compressor, "drain");
  compressor.end();
  await once(compressor, "end");
  return Buffer.concat(parts);
}
