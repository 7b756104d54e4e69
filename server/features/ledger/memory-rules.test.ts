import { describe, expect, it } from 'vitest'
import { remembering } from './memory-rules.ts'

/** A memory of three, and what it had to work out. */
function memory() {
  const worked: string[] = []
  const ask = remembering(3, (key, timezone) => {
    worked.push(`${timezone} ${key}`)
    return key * 10
  })
  return { worked, ask }
}

describe('a memory of answers', () => {
  it('works each out once, apart for each zone', () => {
    const { worked, ask } = memory()
    expect([ask(1, 'a'), ask(1, 'a'), ask(0, 'a'), ask(0, 'a'), ask(1, 'b')]).toEqual([
      10, 10, 0, 0, 10,
    ])
    expect(worked).toEqual(['a 1', 'a 0', 'b 1'])
  })

  it('keeps so many and no more, then begins anew', () => {
    const { worked, ask } = memory()
    for (const key of [1, 2, 3, 1, 2, 3]) ask(key, 'a')
    expect(worked).toEqual(['a 1', 'a 2', 'a 3'])
    ask(9, 'b')
    for (const key of [4, 4, 3, 9]) expect(ask(key, 'a')).toBe(key * 10)
    expect(ask(9, 'b')).toBe(90)
    expect(worked.slice(3)).toEqual(['b 9', 'a 4', 'a 3', 'a 9'])
  })
})
