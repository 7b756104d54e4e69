/**
 * A part of a page that lives in the browser. Everything else of the site is HTML and stays HTML;
 * an island is rendered into it with its props and words written beside it, and `site-client.ts`
 * wakes it when its time comes.
 */
import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { IslandName } from '../site-client.ts'
import type { IslandLuggage, WakeTime } from './luggage.ts'
import { useVisit } from './site.ts'
import { type Area, SpokenProvider, useSpoken, type Words } from './words.ts'

type Props<P> = {
  name: IslandName
  when: WakeTime
  /** The beginnings of the keys it may say, by area. */
  words: Partial<Record<Area, string[]>>
  className?: string
  props: P
} & (
  | { component: ComponentType<P>; children?: never }
  /** Made by the browser alone; `children` hold its place until then. */
  | { component: null; children?: ReactNode }
)

export function Island<P extends object>(island: Props<P>) {
  const { name, when, className, props, component: Component, children } = island
  const { language } = useVisit()
  const spoken = useSpoken()
  const words = pick(spoken.words, island.words)
  const luggage: IslandLuggage = { language, words, props }
  const marks = {
    className,
    'data-island': name,
    'data-when': when,
    'data-luggage': JSON.stringify(luggage),
  }
  if (!Component) {
    return (
      <div {...marks} data-empty="">
        {children}
      </div>
    )
  }
  const html = renderToString(
    <SpokenProvider value={{ language, words }}>
      <Component {...props} />
    </SpokenProvider>,
    { identifierPrefix: name },
  )
  return <div {...marks} dangerouslySetInnerHTML={{ __html: html }} />
}

function pick(words: Words, wanted: Partial<Record<Area, string[]>>): Words {
  return Object.fromEntries(
    Object.entries(wanted).map(([area, beginnings]) => [
      area,
      Object.fromEntries(
        Object.entries(words[area as Area] ?? {}).filter(([key]) =>
          beginnings.some((beginning) => key.startsWith(beginning)),
        ),
      ),
    ]),
  )
}
