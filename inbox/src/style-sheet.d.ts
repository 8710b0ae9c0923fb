/** The build turns a style sheet into its minified text. */
declare module "*.css" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the bundler's text loader exports a default
  export default text;
}
