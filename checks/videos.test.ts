/** The films of the video guide: there, light, short, and told in words. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { captionLanguages, clips } from '../web/landing/clips.ts'

const BYTES_MAX = 1024 * 1024
const SECONDS = { min: 15, max: 30 }
const folder = 'web/public/videos'

/** The length that the file tells of itself: the box `4489`, eight bytes of milliseconds. */
function secondsOf(path: string): number {
  const bytes = readFileSync(path)
  const at = bytes.indexOf(Buffer.from('44890100000000000008', 'hex'))
  return at < 0 ? Number.NaN : bytes.readDoubleBE(at + 10) / 1000
}

const timeOf = (text: string) =>
  text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)

test.each(clips)('the film «%s» is light and short', (clip) => {
  const path = `${folder}/${clip}.webm`
  expect(statSync(path).size).toBeLessThanOrEqual(BYTES_MAX)
  expect(secondsOf(path)).toBeGreaterThanOrEqual(SECONDS.min)
  expect(secondsOf(path)).toBeLessThanOrEqual(SECONDS.max)
  expect(existsSync(`${folder}/${clip}.webp`)).toBe(true)
})

test.each(clips)(
  'what «%s» shows is said in every language, one sentence after another',
  (clip) => {
    const length = secondsOf(`${folder}/${clip}.webm`)
    const counts = captionLanguages.map((language) => {
      const text = readFileSync(`${folder}/${clip}.${language}.vtt`, 'utf8')
      const times = [...text.matchAll(/^(\S+) --> (\S+)\n\S/gm)].flatMap(
        ([, from = '', to = '']) => [timeOf(from), timeOf(to)],
      )
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual(length)
      return times.length / 2
    })
    expect(counts[0]).toBeGreaterThan(2)
    expect(new Set(counts).size).toBe(1)
  },
)
