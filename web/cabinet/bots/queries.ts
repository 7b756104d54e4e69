/** A shop's bots, their connections and the links to print. A shop has one bot, made when needed. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Organization } from '../../shell/organizations.ts'

export type Bot = AnswerOf<'GET /api/v1/bots/{id}'>
export type Client = Bot['clients'][number]
export type Managed = NonNullable<Bot['managed']>
export type Messenger = Client['type']
export type Printed = ItemOf<'GET /api/v1/bot-links'>

/** Between two looks at a bot that is being made in Telegram. */
const LOOK_MS = 1500
const isMade = (bot: Bot | undefined) =>
  bot?.managed?.state === 'waiting' || bot?.managed?.state === 'started'

const calm = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/** The shop's bot; a shop that opens this page for the first time gets one. */
export const botQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['bot', organization_id],
    async queryFn({ signal }) {
      const query = { organization_id }
      const { items } = await call('GET /api/v1/bots', { query, signal })
      return items[0] ?? call('POST /api/v1/bots', { query, body: {} })
    },
    refetchInterval: ({ state }) => (isMade(state.data) ? LOOK_MS : false),
    ...calm,
  })

export const linksQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['bot links', organization_id],
    queryFn: ({ signal }) => call('GET /api/v1/bot-links', { query: { organization_id }, signal }),
  })

/** A poster was printed: a step of the owner's list is done. Nothing is lost when it fails. */
export function rememberPrinted({ id, version, onboarding }: Organization): void {
  if (onboarding.qr_printed) return
  void call('PATCH /api/v1/organizations/{organization_id}', {
    params: { organization_id: id },
    body: { version, onboarding: { qr_printed: true } },
  }).then(
    () => queryClient.invalidateQueries({ queryKey: ['organizations'] }),
    () => undefined,
  )
}

export const takeBot = (bot: Bot) =>
  queryClient.setQueryData(botQuery(bot.organization_id).queryKey, bot)

export const useSaveBot = (bot: Bot) =>
  useMutation({
    mutationFn: (body: { version: number }) =>
      call('PATCH /api/v1/bots/{id}', { params: { id: bot.id }, body }),
    onSuccess: (saved) => void takeBot(saved),
  })

export const useConnect = (bot: Bot, type: Messenger) =>
  useMutation({
    mutationFn: (token: string) =>
      call('POST /api/v1/bots/{bot_id}/client', {
        params: { bot_id: bot.id },
        body: { type, token },
      }),
    onSuccess: (saved) => void takeBot(saved),
  })

/** A link to where Telegram makes the bot; the page then follows what comes of it. */
export const useRequestManaged = (bot: Bot) =>
  useMutation({
    mutationFn: () => call('POST /api/v1/bots/{bot_id}/managed', { params: { bot_id: bot.id } }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: botQuery(bot.organization_id).queryKey }),
  })

export const useCheck = (bot: Bot, type: Messenger) =>
  useMutation({
    mutationFn: () =>
      call('POST /api/v1/bots/{bot_id}/client/check', {
        params: { bot_id: bot.id },
        body: { type },
      }),
    onSuccess: (saved) => void takeBot(saved),
  })

export const useDisconnect = (bot: Bot, type: Messenger) =>
  useMutation({
    mutationFn: () =>
      call('DELETE /api/v1/bots/{bot_id}/client', {
        params: { bot_id: bot.id },
        query: { type },
      }),
    onSuccess: () =>
      void takeBot({ ...bot, clients: bot.clients.filter((one) => one.type !== type) }),
  })
