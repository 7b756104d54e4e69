/** The only source of the present. Everything else is told what time it is. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
