/** Search in the manual: the page is all there, so what does not match is hidden, the rest marked. */
import { useId, useState } from 'react'
import { useWords } from '../site/words.ts'
import classes from './manual.module.css'
import { hasAll, placesOf, stemsOf } from './search-words.ts'

/** The name the styles know the marked words by. */
const HIGHLIGHT = 'found'

export function ManualSearch() {
  const t = useWords('reading')
  const id = useId()
  const [found, setFound] = useState<number>()
  const search = (query: string) => {
    const stems = stemsOf(query)
    const count = showMatching(stems)
    markWords(stems)
    setFound(stems.length === 0 ? undefined : count)
  }
  return (
    <search className={classes.search}>
      <label htmlFor={id}>{t('manual.search')}</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        placeholder={t('manual.placeholder')}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <p role="status">
        {found === undefined
          ? null
          : found === 0
            ? t('manual.nothing')
            : t('manual.found', { count: found })}
      </p>
    </search>
  )
}

const all = (selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<HTMLElement>(selector),
]

/** Hides sections, chapters and lines of the contents without a match; answers how many match. */
function showMatching(stems: readonly string[]): number {
  let count = 0
  for (const chapter of all('[data-chapter]')) {
    const title = chapter.querySelector('h2')?.textContent ?? ''
    const sections = all('[data-section]', chapter)
    const matching = sections.filter((section) => {
      const matches = hasAll(`${title} ${section.textContent}`, stems)
      section.hidden = !matches
      return matches
    })
    chapter.hidden = matching.length === 0
    count += matching.length
  }
  for (const line of all('[data-contents]')) {
    line.hidden = document.getElementById(line.dataset.contents ?? '')?.hidden ?? false
  }
  return count
}

/** Marks the words where the browser can do it without touching the page. */
function markWords(stems: readonly string[]) {
  if (!('highlights' in CSS)) return
  if (stems.length === 0) {
    CSS.highlights.delete(HIGHLIGHT)
    return
  }
  const ranges: Range[] = []
  for (const section of all('[data-chapter] :is([data-section], h2)')) {
    const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const [from, to] of placesOf(node.textContent ?? '', stems)) {
        const range = new Range()
        range.setStart(node, from)
        range.setEnd(node, to)
        ranges.push(range)
      }
    }
  }
  CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges))
}
