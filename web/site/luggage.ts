/** What an island takes along into the browser, and when it wakes. */
import type { Words } from './words.ts'

/** `wanted`: at the first sign of a visitor; `tenth`: when a tenth of it can be seen. */
export type WakeTime = 'wanted' | 'visible' | 'tenth'

export type IslandLuggage = { language: string; words: Words; props: object }
