/** Brings a long text in the reader's language, or in Ukrainian while it is not translated. */
import type { Content } from '../../scripts/content/content.ts'
import { DEFAULT_LANGUAGE, type Language } from '../text/languages.ts'
import { currentLanguage, loadText } from '../text/text.ts'

const files = import.meta.glob<{ default: Content }>('./content/*/{articles,manual}/*.md')

export type LoadedContent = { name: string; language: Language; content: Content }

async function loadContent(kind: string, name: string): Promise<LoadedContent> {
  for (const language of [currentLanguage(), DEFAULT_LANGUAGE]) {
    const file = files[`./content/${language}/${kind}/${name}.md`]
    if (file) return { name, language, content: (await file()).default }
  }
  throw new Error(`there is no text of ${kind}/${name}`)
}

export async function loadArticle(name: string): Promise<LoadedContent> {
  const [loaded] = await Promise.all([loadContent('articles', name), loadText('reading')])
  return loaded
}

/** All chapters of the manual, in their order. */
export async function loadManual(): Promise<LoadedContent[]> {
  const prefix = `./content/${DEFAULT_LANGUAGE}/manual/`
  const names = Object.keys(files)
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length, -'.md'.length))
  return Promise.all(names.toSorted().map((name) => loadContent('manual', name)))
}
