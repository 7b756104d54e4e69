/** Gives an island its life: React over the HTML the server wrote. */
import type { ComponentType } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Language } from '../text/languages.ts'
import type { IslandLuggage } from './luggage.ts'
import { SpokenProvider } from './words.ts'

export function wake(place: HTMLElement, Component: ComponentType<object>) {
  const luggage = JSON.parse(place.dataset.luggage ?? '{}') as IslandLuggage
  const { words, props } = luggage
  const island = (
    <SpokenProvider value={{ language: luggage.language as Language, words }}>
      <Component {...props} />
    </SpokenProvider>
  )
  const options = { identifierPrefix: place.dataset.island ?? '' }
  if (place.dataset.empty === undefined) hydrateRoot(place, island, options)
  else createRoot(place, options).render(island)
  place.dataset.awake = ''
}
