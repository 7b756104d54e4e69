/**
 * The public site in the browser: wakes islands when their time comes. Nothing of React is loaded
 * before the first of them needs it.
 */
import type { ComponentType } from 'react'
import type { WakeTime } from './site/luggage.ts'

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
  wake(place, component)
}

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(act, { timeout: 2000 })
    : setTimeout(act, 200)

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

for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    void wakeUp(place)
  }
  const when = place.dataset.when as WakeTime
  if (when === 'load') begin()
  else if (when === 'idle') whenIdle(begin)
  else {
    whenSeen(place, when === 'tenth' ? 0.1 : 0, begin)
    // On paper everything is seen.
    addEventListener('beforeprint', begin)
  }
}
