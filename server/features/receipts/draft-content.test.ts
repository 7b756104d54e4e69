import { expect, it } from 'vitest'
import { packDraft, readDraft, type DraftContent } from './draft-content.ts'
import { plainLine } from './line-rules.ts'

const lines = [plainLine(6500, 2000), { ...plainLine(7000, 1000), name: 'Круасан', floor: 100 }]
const draft: DraftContent = {
  sale: { lines },
  filled: { lines: lines.map((line) => ({ ...line, category: 'Випічка' })) },
  number: '17',
  named: { phone: '+380671234567' },
  buyer_id: null,
  program_version: 3,
}

it.each([
  ['of lines', draft],
  ['of lines the catalogue says nothing of', { ...draft, filled: undefined }],
  ['of a bare sum', { ...draft, sale: { total: 12_345 }, filled: undefined }],
  ['of nothing', { ...draft, sale: { lines: [] }, filled: undefined }],
] as [string, DraftContent][])('a draft %s is read as it was kept', (_name, content) => {
  expect(readDraft(JSON.stringify(packDraft(content)))).toEqual(
    JSON.parse(JSON.stringify(content)) as DraftContent,
  )
})

it('a draft that an earlier version kept is read too', () => {
  expect(readDraft(JSON.stringify(draft))).toEqual(draft)
})
