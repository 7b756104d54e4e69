/** Gives an island its life: React over the HTML the server wrote. */
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Language } from '../text/languages.ts'
import type { IslandLuggage } from './luggage.ts'
import { SpokenProvider } from './words.ts'

/** Answers when the island listens: the effects of what is inside have run before this one. */
export function wake(place: HTMLElement, Component: ComponentType<object>): Promise<void> {
  const luggage = JSON.parse(place.dataset.luggage ?? '{}') as IslandLuggage
  const { words, props } = luggage
  return new Promise((done) => {
    const awake = () => {
      place.dataset.awake = ''
      done()
    }
    const island = (
      <Awake tell={awake}>
        <SpokenProvider value={{ language: luggage.language as Language, words }}>
          <Component {...props} />
        </SpokenProvider>
      </Awake>
    )
    const options = { identifierPrefix: place.dataset.island ?? '' }
    if (place.dataset.empty === undefined) hydrateRoot(place, island, options)
    else createRoot(place, options).render(island)
  })
}

function Awake({ tell, children }: { tell: () => void; children: ReactNode }) {
  useEffect(tell, [tell])
  return children
}
