/** The clips of `web/public/videos`, recorded by `npm run videos`. */
export const clips = ['start', 'rules', 'till', 'buyers'] as const
export type Clip = (typeof clips)[number]
