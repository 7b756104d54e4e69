import { number } from '../../text/format.ts'
import type { Post } from './queries.ts'

/** Taps of its button; nobody tells us from which message the card was opened. */
export const clicksOf = ({ button_leads_to, stats }: Post): string =>
  button_leads_to === 'card' ? '—' : number(stats.clicked)
