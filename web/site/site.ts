/** What a page of the public site is, and what its components may ask about the visit. */
import { createContext, type ReactNode, useContext } from 'react'
import type { SiteFacts, SiteLoad, SiteLoads } from '#contract/site.ts'
import type { Language } from '../text/languages.ts'
import type { Area, Say } from './words.ts'

/** The visit a document is rendered for. */
export type Visit = {
  path: string
  query: Record<string, string>
  language: Language
  /** The page is not written in this language: its long text is another one's. */
  foreign: boolean
  facts: SiteFacts
  /** What the page's `loads` brought. */
  loaded: SiteLoads[SiteLoad] | undefined
  t: <A extends Area>(area: A) => Say<A>
}

export type SitePage = {
  /** The areas of words the page speaks with; the bar and the footer bring `shell` and `site`. */
  areas: Area[]
  /** The languages it is written in, when its areas of words do not tell. */
  languages?: Language[]
  title(visit: Visit): string
  description(visit: Visit): string
  Page: () => ReactNode
  /** Its picture for messengers and networks, under /pictures; a general one when absent. */
  picture?: string
  /** Structured data, on top of the general. */
  facts?(visit: Visit): object[]
  loads?: SiteLoad
  /** 404 when what was asked for is not there. */
  missing?(visit: Visit): boolean
}

const VisitContext = createContext<Visit | undefined>(undefined)
export const VisitProvider = VisitContext.Provider

/** The visit; in static parts of pages only, an island gets what it needs as props. */
export function useVisit(): Visit {
  const visit = useContext(VisitContext)
  if (!visit) throw new Error('An island has no visit: give it what it needs as props.')
  return visit
}
