/** The clips of the video guide, in its order. */
export const clips = ['start', 'rules', 'till', 'buyers'] as const
export type Clip = (typeof clips)[number]

/** Those that are recorded: their files are in `web/public/videos` (webm, webp, vtt by language). */
export const recorded: readonly Clip[] = []
