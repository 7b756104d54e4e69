/** Vite's way to the long texts: `x.md` is a whole text, `x.md?head` what a list shows of it. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { contentOptions } from './content-options.ts'
import { parseContent } from './parse-content.ts'

export function contentPlugin(root: string): Plugin {
  return {
    name: 'verta-content',
    enforce: 'pre',
    async load(id) {
      const [path = '', query = ''] = id.split('?')
      if (!path.endsWith('.md')) return
      this.addWatchFile(path)
      const content = await parseContent(
        readFileSync(path, 'utf8'),
        contentOptions(path, async (src) => sharp(`${root}/public${src}`).metadata()),
      ).catch((error: unknown) => this.error(`${path}: ${String(error)}`))
      const { sections, ...head } = content
      return `export default ${JSON.stringify(query === 'head' ? head : { ...head, sections })}`
    },
  }
}
