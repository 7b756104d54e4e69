import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { expiryOf } from '#server/features/ledger/lifetime-rules.ts'
import { birthdayDue, birthdaysAround } from '#server/features/program/birthday-rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import type { Io } from '#server/io/io.ts'
import { giveGift } from './give-gift.ts'
import { selectBirthdays } from './store.ts'

const STEP = 200
/** Commits that go side by side: they share statements of the ledger. */
const BESIDE = 32
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Gives the birthday gift to every buyer of one organization whose window today lies in, by the
 * organization's own day, once per calendar year of the birthday. Running it late, twice or beside
 * itself gives nothing more: who got it is known to the ledger. Answers how many got it now.
 */
export async function giveBirthdays(io: Io, organization_id: string): Promise<number> {
  const shop = await loadProgramOf(io, organization_id)
  if (!shop?.program.birthday.on || shop.program.birthday.reward !== 'amount') return 0
  const { program } = shop
  const { birthday: settings, timezone } = program
  const today = dayOf(io.clock.now().getTime(), timezone).number
  const days = birthdaysAround(today, settings)
  let given = 0
  for (let after = BEFORE_ALL; ;) {
    const buyers = await selectBirthdays(io.db, organization_id, days, after, STEP)
    const due = buyers.flatMap(({ id, birthday, entered_at }) => {
      const found = birthdayDue(
        birthday,
        dayOf(entered_at.getTime(), timezone).number,
        today,
        settings,
      )
      return found ? [{ id, gift: `birthday:${found.year}` }] : []
    })
    for (let index = 0; index < due.length; index += BESIDE) {
      const results = await Promise.all(
        due.slice(index, index + BESIDE).map(({ id, gift }) =>
          giveGift(io, shop, id, {
            ...{ kind: 'birthday', gift, source: `gift:${gift}`, amount: settings.amount },
            expires_at: (now) => expiryOf(program, 'birthday', now),
          }),
        ),
      )
      given += results.filter(Boolean).length
    }
    const last = buyers.at(-1)
    if (!last) return given
    after = last.id
  }
}
