import { describe, expect, it } from 'vitest'
import { playStory, readStories } from '#server/testing/golden-stories.ts'

describe('a story once told', () => {
  it.each(readStories().map((story) => [story.name, story] as const))(
    'ends as it did: %s',
    (_name, story) => {
      expect(JSON.parse(JSON.stringify(playStory(story)))).toEqual(story.answers)
    },
  )
})
