/** What `vite.config.ts` makes of a Markdown file. */
declare module '*.md' {
  const content: import('../scripts/content/content.ts').Content
  export default content
}
