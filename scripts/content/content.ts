/** One long text of the site: what the build makes of a Markdown file for the pages. */
export type Content = ContentHead & {
  sections: ContentSection[]
}

/** What a list of texts shows of one, without its body. */
export type ContentHead = {
  title: string
  /** One or two sentences under the title; search engines show them too. */
  lead: string
  /** The day of the last change of meaning, YYYY-MM-DD. */
  updated: string
  /** Slugs of texts to read next. */
  related: string[]
  words: number
  minutes: number
}

/** The text before the first heading has neither id nor title. */
export type ContentSection = {
  id: string
  title: string
  html: string
}
