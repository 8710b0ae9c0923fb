import { Ellipsis } from "lucide-react";
import { copyText } from "./copy-text.ts";
import styles from "./json-view.module.css";
import { Menu } from "./menu.tsx";

type NodeProps = { name?: string; value: unknown; path: string; depth: number };

/** Members after this one are shown on demand, as text. */
const MAX_MEMBERS = 200;
const OPEN_DEPTH = 2;

const isTree = (value: unknown): value is object => typeof value === "object" && value !== null;
const pathTo = (path: string, name: string): string =>
  /^\d+$/.test(name) ? `${path}[${name}]` : [path, name].filter(Boolean).join(".");

/** A JSON value as a tree; each member can be copied, or its path. `root` begins the paths, such as `payload`. */
export function JsonView({ value, root = "" }: { value: unknown; root?: string }) {
  return (
    <div className={styles.tree}>
      <Node value={value} path={root} depth={0} {...(root === "" ? {} : { name: root })} />
    </div>
  );
}

function Node({ name, value, path, depth }: NodeProps) {
  if (!isTree(value) || Object.keys(value).length === 0) {
    return (
      <div className={styles.leaf}>
        <Name name={name} />
        <Leaf value={value} />
        <Copies value={value} path={path} />
      </div>
    );
  }
  const members = Object.entries(value);
  const size = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`;
  return (
    <details open={depth < OPEN_DEPTH}>
      <summary className={styles.summary}>
        <Name name={name} />
        <span className={styles.size}>{size}</span>
      </summary>
      <div className={styles.members}>
        <Copies value={value} path={path} />
        {members.slice(0, MAX_MEMBERS).map(([key, member]) => (
          <Node key={key} name={key} value={member} path={pathTo(path, key)} depth={depth + 1} />
        ))}
        {members.length > MAX_MEMBERS && <p>{members.length - MAX_MEMBERS} more: copy the value</p>}
      </div>
    </details>
  );
}

const Name = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : <span className={styles.name}>{name}: </span>;

function Leaf({ value }: { value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <span className={styles.value} data-type={value === null ? "null" : typeof value}>
      {text === "" ? "(empty text)" : text}
    </span>
  );
}

function Copies({ value, path }: { value: unknown; path: string }) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const items = [{ label: "Copy the value", onSelect: () => void copyText(text) }];
  if (path !== "") items.push({ label: `Copy the path ${path}`, onSelect: () => void copyText(path) });
  return (
    <span className={styles.copies}>
      <Menu
        trigger={<Ellipsis size={14} aria-hidden />}
        label={`Copy ${path || "the value"}`}
        items={items}
        kind="quiet"
        isSmall
      />
    </span>
  );
}
