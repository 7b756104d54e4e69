/** What an island takes along into the browser, and when it wakes. */
import type { Words } from './words.ts'

/** `tenth`: when a tenth of it can be seen. */
export type WakeTime = 'load' | 'idle' | 'visible' | 'tenth'

export type IslandLuggage = { language: string; words: Words; props: object }
