/**
 * The public site in the browser: wakes islands when their time comes. Nothing of React is loaded
 * before the first of them needs it: who only reads, or is still loading, pays nothing for it. A
 * press that came before an island was awake is done again when it is.
 */
import type { ComponentType } from 'react'
import type { WakeTime } from './site/luggage.ts'
import { followSystem } from './site/theme.ts'

/** Where each island's code is. */
const islands = {
  manual_search: () =>
    import('./landing/manual-search.tsx').then(({ ManualSearch }) => ManualSearch),
  callback: () => import('./landing/callback-panel.tsx').then(({ CallbackPanel }) => CallbackPanel),
  chat_bot: () => import('./landing/chat-bot.tsx').then(({ ChatBot }) => ChatBot),
  profit: () =>
    import('./landing/profit-calculator.tsx').then(({ ProfitCalculator }) => ProfitCalculator),
  segments: () => import('./landing/segments.tsx').then(({ Segments }) => Segments),
  videos: () => import('./landing/videos.tsx').then(({ Videos }) => Videos),
  top_bar: () => import('./site/top-bar.tsx').then(({ TopBar }) => TopBar),
}
export type IslandName = keyof typeof islands

async function wakeUp(place: HTMLElement) {
  const load = islands[place.dataset.island as IslandName] as () => Promise<ComponentType<object>>
  const [{ wake }, component] = await Promise.all([import('./site/wake.tsx'), load()])
  await wake(place, component)
}

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const

/** At the first sign of a visitor; who is signed in sees so in the bar without one. */
function whenWanted(act: () => void) {
  const gone = new AbortController()
  const begin = () => {
    gone.abort()
    act()
  }
  for (const sign of signs)
    addEventListener(sign, begin, { signal: gone.signal, capture: true, passive: true })
  if (localStorage.getItem('user')) requestAnimationFrame(begin)
}

function whenSeen(place: HTMLElement, threshold: number, act: () => void) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      act()
    },
    { threshold, rootMargin: threshold === 0 ? '200px' : '0px' },
  )
  observer.observe(place)
}

followSystem()

const asleep = new Map<HTMLElement, () => Promise<void>>()

for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
  let begun: Promise<void> | undefined
  const begin = () => (begun ??= wakeUp(place).finally(() => asleep.delete(place)))
  asleep.set(place, begin)
  const when = place.dataset.when as WakeTime
  if (when === 'wanted') whenWanted(() => void begin())
  else {
    whenSeen(place, when === 'tenth' ? 0.1 : 0, () => void begin())
    // On paper everything is seen.
    addEventListener('beforeprint', () => void begin())
  }
}

/**
 * The island that will answer this press once it is awake. A plain link needs none; one that is a
 * link for want of scripts only (`data-by-island`) waits for its island like a button.
 */
function awaited(target: Element): (() => Promise<void>) | undefined {
  const opener = target.closest('[data-callback]')
  if (!opener && target.closest('a[href]:not([data-by-island])')) return
  const place = opener
    ? document.querySelector<HTMLElement>('[data-island=callback]')
    : target.closest<HTMLElement>('[data-island]')
  return place ? asleep.get(place) : undefined
}

addEventListener(
  'click',
  (event) => {
    const target = event.target as HTMLElement
    const begin = awaited(target)
    if (!begin) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void begin().then(() => target.click())
  },
  { capture: true },
)
