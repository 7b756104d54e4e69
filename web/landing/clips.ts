/** The clips of the video guide, in its order; `npm run videos` makes their files. */
export const clips = ['start', 'rules', 'till', 'bot'] as const
export type Clip = (typeof clips)[number]

/** The languages of their captions. */
export const captionLanguages = ['uk', 'ru', 'en'] as const
export type CaptionLanguage = (typeof captionLanguages)[number]
