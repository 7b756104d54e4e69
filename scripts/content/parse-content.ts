/**
 * Makes a `Content` of a Markdown file: a head of `key: value` lines between `---`, then the text.
 *
 * Sections begin with `##`; `###` is the only deeper heading, so that headings are always in order.
 * `{{NAME}}` takes a value of the product, so that a text cannot tell an old figure. The files are
 * ours and reviewed, so nothing is sanitized; a file that breaks a rule stops the build.
 */
import { Marked, type Tokens } from 'marked'
import type { Content, ContentHead, ContentSection } from './content.ts'
import { slugOf } from './slug.ts'

const WORDS_PER_MINUTE = 180

export type ParseOptions = {
  /** What `{{NAME}}` stands for. */
  values: Record<string, string>
  /** The size of a picture of the site, so that it keeps its place while it loads. */
  sizeOf(src: string): Promise<{ width: number; height: number }>
  /** 1 when the text is a chapter of a page: its sections begin with `<h3>`. */
  depth?: 0 | 1
}

export async function parseContent(source: string, options: ParseOptions): Promise<Content> {
  const { fields, body } = splitHead(source)
  const text = fillValues(body, options.values)
  const marked = await readerOf(text, options)
  const sections: ContentSection[] = []
  for (const part of text.split(/^(?=## )/m)) {
    const [first = '', ...rest] = part.split('\n')
    const title = first.startsWith('## ') ? first.slice(3).trim() : ''
    const markdown = title === '' ? part : rest.join('\n')
    if (title === '' && markdown.trim() === '') continue
    const { plain, id } = nameOf(title)
    sections.push({ id, title: plain, html: await marked.parse(markdown) })
  }
  return { ...headOf(fields, sections), sections }
}

/** The title and the id of a heading: its own after `{#id}`, else made of its words. */
function nameOf(heading: string): { plain: string; id: string } {
  const [, plain = heading, id] = /^(.*?)\s*\{#([\w-]+)\}$/.exec(heading) ?? []
  return { plain, id: plain === '' ? '' : (id ?? slugOf(plain)) }
}

function splitHead(source: string): { fields: Map<string, string>; body: string } {
  const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  if (head === undefined || body === undefined) throw new Error('a text begins with its head')
  const fields = new Map(
    head.split('\n').map((line) => {
      const [, key = '', value = ''] = /^(\w+):\s*(.*)$/.exec(line) ?? []
      return [key, value] as const
    }),
  )
  return { fields, body }
}

function fillValues(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`nothing is known of {{${name}}}`)
    return value
  })
}

function headOf(fields: Map<string, string>, sections: ContentSection[]): ContentHead {
  const field = (name: string) => {
    const value = fields.get(name)
    if (!value) throw new Error(`the head has no "${name}"`)
    return value
  }
  const words = sections.reduce((sum, { title, html }) => sum + countWords(`${title} ${html}`), 0)
  return {
    title: field('title'),
    lead: field('lead'),
    updated: field('updated'),
    related: (fields.get('related') ?? '').split(/,\s*/).filter((slug) => slug !== ''),
    words,
    minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)),
  }
}

/** Words a person reads: no tags, no code, no signs. */
function countWords(html: string): number {
  const text = html.replaceAll(/<pre.*?<\/pre>|<[^>]+>/gs, ' ')
  return text.match(/[\p{L}\d][\p{L}\d'ʼ’.,-]*/gu)?.length ?? 0
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

async function readerOf(text: string, { sizeOf, depth = 0 }: ParseOptions): Promise<Marked> {
  const sizes = new Map<string, { width: number; height: number }>()
  for (const [, src = ''] of text.matchAll(/!\[[^\]]*\]\(([^)\s]+)/g)) {
    sizes.set(src, await sizeOf(src))
  }
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth: level }: Tokens.Heading) {
        if (level !== 3) throw new Error(`a heading of level ${level} inside a section`)
        const { plain, id } = nameOf(this.parser.parseInline(tokens))
        return `<h${3 + depth} id="${id}">${plain}</h${3 + depth}>`
      },
      image({ href, text: alt }: Tokens.Image) {
        const { width = 0, height = 0 } = sizes.get(href) ?? {}
        if (alt.trim() === '') throw new Error(`the picture ${href} has no description`)
        return `<img src="${href}" alt="${escaped(alt)}" width="${width}" height="${height}" loading="lazy" decoding="async">`
      },
      code({ text }: Tokens.Code) {
        // Like a table, it scrolls by itself, so the keyboard has to reach it.
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`
      },
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</td>`).join('')
        const head = cells(token.header, 'th scope="col"').replaceAll('</td>', '</th>')
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
        // Scrolls by itself on a narrow screen, with the keyboard too.
        return `<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
      },
    },
  })
  return marked
}
