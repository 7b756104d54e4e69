/** The only list: every feature's routes and jobs, in floor order. */
import type { FastifyInstance } from 'fastify'
import { jobs as demoJobs } from './demo/jobs.ts'
import { routes as demoRoutes } from './demo/routes.ts'
import { POS_API_GUIDE } from '#contract/pos-api-guide.ts'
import { jobs as anomaliesJobs } from './features/anomalies/jobs.ts'
import { routes as anomaliesRoutes } from './features/anomalies/routes.ts'
import { cardRoutes } from './features/bots/card-routes.ts'
import { clientRoutes } from './features/bots/client-routes.ts'
import { webhookRoutes } from './features/bots/webhook-routes.ts'
import { factJobs } from './features/bots/fact-jobs.ts'
import { ownerChatRoutes } from './features/bots/owner-chat-routes.ts'
import { messageRoutes } from './features/bots/message-routes.ts'
import { jobs as botsJobs } from './features/bots/jobs.ts'
import { routes as botsRoutes } from './features/bots/routes.ts'
import { jobs as archivesJobs } from './features/archives/jobs.ts'
import { routes as archivesRoutes } from './features/archives/routes.ts'
import { jobs as buyersJobs } from './features/buyers/jobs.ts'
import { mergeRoutes } from './features/buyers/merge-routes.ts'
import { routes as buyersRoutes } from './features/buyers/routes.ts'
import { importRoutes } from './features/catalog/import-routes.ts'
import { jobs as catalogJobs } from './features/catalog/jobs.ts'
import { routes as catalogRoutes } from './features/catalog/routes.ts'
import { jobs as ledgerJobs } from './features/ledger/jobs.ts'
import { jobs as giftsJobs } from './features/gifts/jobs.ts'
import { routes as giftsRoutes } from './features/gifts/routes.ts'
import { jobs as identityJobs } from './features/identity/jobs.ts'
import { routes as identityRoutes } from './features/identity/routes.ts'
import { jobs as feedbackJobs } from './features/feedback/jobs.ts'
import { routes as feedbackRoutes } from './features/feedback/routes.ts'
import { accountRoutes } from './features/licensing/account-routes.ts'
import { jobs as licensingJobs } from './features/licensing/jobs.ts'
import { routes as licensingRoutes } from './features/licensing/routes.ts'
import { routes as locationsRoutes } from './features/locations/routes.ts'
import { bulkRoutes } from './features/moving/bulk-routes.ts'
import { importRoutes as buyerImportRoutes } from './features/moving/import-routes.ts'
import { receiptImportRoutes } from './features/moving/receipt-import-routes.ts'
import { jobs as noticesJobs } from './features/notices/jobs.ts'
import { jobs as movingJobs } from './features/moving/jobs.ts'
import { routes as organizationsRoutes } from './features/organizations/routes.ts'
import { jobs as notificationsJobs } from './features/notifications/jobs.ts'
import { routes as notificationsRoutes } from './features/notifications/routes.ts'
import { jobs as paymentsJobs } from './features/payments/jobs.ts'
import { routes as paymentsRoutes } from './features/payments/routes.ts'
import { jobs as posJobs } from './features/pos/jobs.ts'
import { routes as posRoutes } from './features/pos/routes.ts'
import { jobs as programJobs } from './features/program/jobs.ts'
import { jobs as postsJobs } from './features/posts/jobs.ts'
import { mailingRoutes } from './features/posts/mailing-routes.ts'
import { routes as postsRoutes } from './features/posts/routes.ts'
import { routes as programRoutes } from './features/program/routes.ts'
import { routes as promotionsRoutes } from './features/promotions/routes.ts'
import { jobs as receiptsJobs } from './features/receipts/jobs.ts'
import { routes as receiptsRoutes } from './features/receipts/routes.ts'
import { jobs as replayJobs } from './features/replay/jobs.ts'
import { routes as replayRoutes } from './features/replay/routes.ts'
import { jobs as segmentsJobs } from './features/segments/jobs.ts'
import { routes as segmentsRoutes } from './features/segments/routes.ts'
import { jobs as sheetsJobs } from './features/sheets/jobs.ts'
import { jobs as webhooksJobs } from './features/webhooks/jobs.ts'
import { routes as webhooksRoutes } from './features/webhooks/routes.ts'
import { jobs as reportsJobs } from './features/reports/jobs.ts'
import { routes as reportsRoutes } from './features/reports/routes.ts'
import { addRoute, openHttp, type Route } from './io/http.ts'
import { serveImages } from './io/images.ts'
import type { Io } from './io/io.ts'
import type { Job } from './io/jobs.ts'
import { serveDevMail } from './io/mail/dev-mail.ts'
import { serveOpenApi } from './io/openapi.ts'
import { sendNotFound } from './io/problem.ts'
import { markWriters } from './io/replica.ts'
import { serveKit } from './io/serve-kit.ts'

/** All routes, lowest floor first. */
export function allRoutes(io: Io): Route[] {
  return [
    ...identityRoutes(io),
    ...locationsRoutes(io),
    ...feedbackRoutes(io),
    ...organizationsRoutes(io),
    ...programRoutes(io),
    ...licensingRoutes(io),
    ...importRoutes(io),
    ...catalogRoutes(io),
    ...accountRoutes(io),
    ...posRoutes(io),
    ...paymentsRoutes(io),
    ...promotionsRoutes(io),
    ...buyersRoutes(io),
    ...mergeRoutes(io),
    ...receiptsRoutes(io),
    ...giftsRoutes(io),
    ...replayRoutes(io),
    ...botsRoutes(io),
    ...clientRoutes(io),
    ...ownerChatRoutes(io),
    ...segmentsRoutes(io),
    ...cardRoutes(io),
    ...webhookRoutes(io),
    ...messageRoutes(io),
    ...postsRoutes(io),
    ...mailingRoutes(io),
    ...notificationsRoutes(io),
    ...anomaliesRoutes(io),
    ...buyerImportRoutes(io),
    ...receiptImportRoutes(io),
    ...bulkRoutes(io),
    ...archivesRoutes(io),
    ...webhooksRoutes(io),
    ...reportsRoutes(io),
    ...demoRoutes(io),
  ]
}

/** All jobs, lowest floor first. */
export function allJobs(io: Io): Job[] {
  return [
    ...ledgerJobs(io),
    ...identityJobs(io),
    ...feedbackJobs(io),
    ...noticesJobs(io),
    ...sheetsJobs(io),
    ...programJobs(io),
    ...licensingJobs(io),
    ...catalogJobs(io),
    ...posJobs(io),
    ...paymentsJobs(io),
    ...buyersJobs(io),
    ...receiptsJobs(io),
    ...giftsJobs(io),
    ...replayJobs(io),
    ...segmentsJobs(io),
    ...botsJobs(io),
    ...factJobs(io),
    ...postsJobs(io),
    ...notificationsJobs(io),
    ...anomaliesJobs(io),
    ...reportsJobs(io),
    ...movingJobs(io),
    ...archivesJobs(io),
    ...webhooksJobs(io),
    ...demoJobs(io, openApp),
  ]
}

/** The HTTP server with every route of the product and the reference pages made from them. */
export function openApp(io: Io): FastifyInstance {
  const app = openHttp(io.config, io.log)
  io.metrics.measure(app)
  markWriters(app, io.config)
  const routes = allRoutes(io)
  for (const route of routes) addRoute(app, io.config, route)
  const endpoints = routes.map(({ endpoint }) => endpoint)
  serveOpenApi(app, endpoints, '/pos-api/v1', POS_API_GUIDE)
  serveOpenApi(app, endpoints, '/api/v1', "The owner's cabinet: cookie session, JSON.")
  serveKit(app, io.config)
  serveDevMail(app, io.config, io.clock)
  serveImages(app, io.config)
  app.setNotFoundHandler(sendNotFound)
  return app
}
