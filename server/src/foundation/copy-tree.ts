import type { Dirent } from "node:fs";
import { chmod, copyFile, mkdir, open, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";

export type CopyTree = {
  source: string;
  target: string;
  /** Called for each path below the source, with `/` between names. */
  isExcluded?: (path: string) => boolean;
  /** Called after each file with its size. */
  onCopied?: (bytes: number) => void;
};

/** Files copied in parallel, because the disk then syncs them together. */
const AT_ONCE = 16;

/** Copies a folder and syncs each file. Files that disappear meanwhile are skipped; a missing source copies nothing. */
export async function copyTree(tree: CopyTree, below = ""): Promise<void> {
  const { source, target, isExcluded = () => false } = tree;
  const entries = await unlessGone(readdir(join(source, below), { withFileTypes: true }));
  if (!entries) return;
  await mkdir(join(target, below), { recursive: true, mode: 0o700 });
  const pathOf = ({ name }: Dirent) => (below === "" ? name : `${below}/${name}`);
  const included = entries.filter((entry) => !isExcluded(pathOf(entry)));
  const files = included.filter((entry) => !entry.isDirectory());
  for (let first = 0; first < files.length; first += AT_ONCE) {
    const group = files.slice(first, first + AT_ONCE);
    await Promise.all(group.map((entry) => unlessGone(copyOne(tree, entry, pathOf(entry)))));
  }
  for (const folder of included.filter((entry) => entry.isDirectory())) await copyTree(tree, pathOf(folder));
}

async function copyOne({ source, target, onCopied }: CopyTree, entry: Dirent, path: string): Promise<void> {
  const [from, copy] = [join(source, path), join(target, path)];
  if (entry.isSymbolicLink()) return symlink(await readlink(from), copy);
  if (!entry.isFile()) return;
  await copyFile(from, copy);
  await chmod(copy, 0o600);
  const handle = await open(copy, "r+");
  const { size } = await handle.stat();
  await handle.sync().finally(() => handle.close());
  onCopied?.(size);
}

async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
