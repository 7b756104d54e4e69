import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { DEPRECATION_DAYS_MIN } from '#contract/limits.ts'
import { allRoutes } from '#server/app.ts'
import type { Config } from './config.ts'
import { addRoute, route } from './http.ts'
import type { Io } from './io.ts'
import { openApiDocument } from './openapi.ts'
import { sendProblem } from './problem.ts'
import { Refusal } from './refusal.ts'

const going = endpoint({
  method: 'GET',
  path: '/pos-api/v1/going',
  summary: 'A call that goes',
  access: 'anyone',
  query: z.strictObject({ refuse: z.string().optional() }),
  response: z.object({ done: z.boolean() }),
  deprecated: { since: '2026-01-01', sunset: '2027-01-01', instead: '/pos-api/v1/staying' },
})

test('every answer of a call that goes says so, refusals too, and the document', async () => {
  const app = Fastify()
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  addRoute(
    app,
    {} as Config,
    route(going, async ({ query }) => {
      if (query.refuse !== undefined) throw new Refusal('not_found')
      return { done: true }
    }),
  )
  for (const url of [going.path, `${going.path}?refuse=1`, `${going.path}?unknown=1`]) {
    const { headers } = await app.inject({ method: 'GET', url })
    expect(headers).toMatchObject({
      deprecation: '@1767225600',
      sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
    })
    expect(headers.link).toContain('</developers#versions>; rel="deprecation"')
  }
  await app.close()
  const { paths } = openApiDocument([going], '/pos-api/v1', '')
  expect(paths[going.path]?.['get']).toMatchObject({ deprecated: true })
})

test('a call that goes is answered for a year at least', () => {
  const endpoints = allRoutes({ config: {} } as Io).map(({ endpoint: one }) => one)
  const hasty = [going, ...endpoints].filter(({ deprecated }) => {
    if (!deprecated) return false
    const days = (Date.parse(deprecated.sunset) - Date.parse(deprecated.since)) / 86_400_000
    return days < DEPRECATION_DAYS_MIN
  })
  expect(hasty.map(({ path }) => path)).toEqual([])
})
