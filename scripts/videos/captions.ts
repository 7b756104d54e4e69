import type { CaptionLanguage, Film } from './film.ts'

const moment = (ms: number) => {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  const whole = Math.floor(ms)
  return `00:${pad(Math.floor(whole / 60_000))}:${pad(Math.floor(whole / 1000) % 60)}.${pad(whole % 1000, 3)}`
}

/** What the film says, as a WebVTT file. */
export const captionsOf = ({ captions }: Film, language: CaptionLanguage): string =>
  [
    'WEBVTT',
    ...captions.map(
      ({ from_ms, to_ms, said }) =>
        `${moment(from_ms)} --> ${moment(to_ms - 1)}\n${said[language]}`,
    ),
    '',
  ].join('\n\n')
