/** Links to a place on the same page: 800 ms, 50 px above it, at once where motion is unwelcome. */

/** The seed's figures. */
const DURATION_MS = 800
const OFFSET = -50

const easeInOut = (part: number) => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2)

let running = 0

function animateTo(target: number) {
  const from = scrollY
  const began = performance.now()
  cancelAnimationFrame(running)
  const step = (now: number) => {
    const part = Math.min(1, (now - began) / DURATION_MS)
    scrollTo(0, from + (target - from) * easeInOut(part))
    if (part < 1) running = requestAnimationFrame(step)
  }
  running = requestAnimationFrame(step)
}

/** Whoever scrolls by hand has the wheel. */
const stop = () => cancelAnimationFrame(running)

/** Scrolls to the element and moves the focus to its heading. */
function scrollToPlace(place: HTMLElement) {
  const heading = place.matches('h1')
    ? place
    : (place.querySelector<HTMLElement>('h1, h2') ?? place)
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const top = Math.max(0, place.getBoundingClientRect().top + scrollY + OFFSET)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) scrollTo(0, top)
  else animateTo(top)
}

function onClick(event: MouseEvent) {
  const held = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || held) return
  const link = (event.target as Element).closest('a')
  if (!link?.hash || link.origin !== location.origin || link.pathname !== location.pathname) return
  const place = document.getElementById(decodeURIComponent(link.hash.slice(1)))
  // The skip link goes by itself: it is for those who want to be there at once.
  if (!place || link.classList.contains('v-skip')) return
  event.preventDefault()
  history.pushState(null, '', link.hash)
  scrollToPlace(place)
}

/** Listens for the clicks; answers how to stop. */
export function scrollByLinks(): () => void {
  document.addEventListener('click', onClick)
  addEventListener('wheel', stop, { passive: true })
  addEventListener('touchstart', stop, { passive: true })
  return () => {
    document.removeEventListener('click', onClick)
    removeEventListener('wheel', stop)
    removeEventListener('touchstart', stop)
  }
}
