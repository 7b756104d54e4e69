import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { giveBirthdays } from './give-birthdays.ts'
import { rewardInviter } from './reward-inviter.ts'
import { selectBirthdayShops } from './store.ts'
import { takeBackReward } from './take-back-reward.ts'
import { welcomeBuyer } from './welcome-buyer.ts'

const receipt = z.object({ organization_id: z.uuid(), receipt_id: z.uuid() })
const buyer = z.object({ organization_id: z.uuid(), buyer_id: z.uuid() })

/** Gifts that hang on no receipt; each may run twice. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'buyer_joined.welcome',
      payload: buyer.extend({ gifts: z.boolean().default(false) }),
      handle: ({ gifts, ...key }) => welcomeBuyer(io, key, gifts ? 'listed' : 'joined'),
    }),
    job({
      name: 'buyer_changed.welcome',
      payload: buyer,
      handle: (key) => welcomeBuyer(io, key, 'changed'),
    }),
    job({
      name: 'friend_bought.reward_inviter',
      payload: receipt,
      handle: (key) => rewardInviter(io, key),
    }),
    job({
      name: 'friend_returned.take_back_reward',
      payload: receipt,
      handle: (key) => takeBackReward(io, key),
    }),
    job({
      name: 'gifts.birthdays',
      payload: z.object({}),
      // Midnight comes at different hours to shops in different zones.
      cron: '12 * * * *',
      async handle() {
        const shops = await selectBirthdayShops(io.db)
        await io.jobs.sendAll(
          'gifts.birthdays_of_one',
          shops.map((organization_id) => ({ organization_id })),
        )
      },
    }),
    job({
      name: 'gifts.birthdays_of_one',
      payload: z.object({ organization_id: z.uuid() }),
      async handle({ organization_id }) {
        const given = await giveBirthdays(io, organization_id)
        if (given > 0) io.log.info({ organization_id, given }, 'birthday gifts were given')
      },
    }),
  ]
}
