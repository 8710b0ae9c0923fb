declare module "*.module.css" {
  /** The names of the file's classes in the page. */
  const classes: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: the bundler exports the names as the default
  export default classes;
}
declare module "*.css";
