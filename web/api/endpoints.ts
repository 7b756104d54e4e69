/** The type-level map of every endpoint, keyed by `METHOD /path`. Types only: no zod in the bundle. */
import type { Endpoint, WireAnswer, WireAsk } from '#contract/endpoint.ts'
import type * as anomalies from '#contract/anomalies.ts'
import type * as approval from '#contract/approval.ts'
import type * as archives from '#contract/archives.ts'
import type * as audit from '#contract/audit.ts'
import type * as bots from '#contract/bots.ts'
import type * as bulk from '#contract/bulk.ts'
import type * as buyer_import from '#contract/buyer-import.ts'
import type * as buyers from '#contract/buyers.ts'
import type * as card from '#contract/card.ts'
import type * as confirmations from '#contract/confirmations.ts'
import type * as conditions from '#contract/conditions.ts'
import type * as demo from '#contract/demo.ts'
import type * as feedback from '#contract/feedback.ts'
import type * as forgetting from '#contract/forgetting.ts'
import type * as images from '#contract/images.ts'
import type * as gifts from '#contract/gifts.ts'
import type * as licensing from '#contract/licensing.ts'
import type * as locations from '#contract/locations.ts'
import type * as merging from '#contract/merging.ts'
import type * as messages from '#contract/messages.ts'
import type * as notifications from '#contract/notifications.ts'
import type * as ownerChat from '#contract/owner-chat.ts'
import type * as organizations from '#contract/organizations.ts'
import type * as payments from '#contract/payments.ts'
import type * as pos from '#contract/pos.ts'
import type * as product_import from '#contract/product-import.ts'
import type * as posts from '#contract/posts.ts'
import type * as program_report from '#contract/program-report.ts'
import type * as products from '#contract/products.ts'
import type * as promotions from '#contract/promotions.ts'
import type * as receipt_import from '#contract/receipt-import.ts'
import type * as ownerReceipts from '#contract/owner-receipts.ts'
import type * as receipts from '#contract/receipts.ts'
import type * as replays from '#contract/replays.ts'
import type * as report_export from '#contract/report-export.ts'
import type * as report_options from '#contract/report-options.ts'
import type * as reports from '#contract/reports.ts'
import type * as segments from '#contract/segments.ts'
import type * as settings from '#contract/settings.ts'
import type * as secondFactor from '#contract/second-factor.ts'
import type * as social from '#contract/social.ts'
import type * as user from '#contract/user.ts'
import type * as webhooks from '#contract/webhooks.ts'

type EndpointsIn<Module> = Extract<Module[keyof Module], Endpoint>
type Known =
  | EndpointsIn<typeof anomalies>
  | EndpointsIn<typeof approval>
  | EndpointsIn<typeof archives>
  | EndpointsIn<typeof audit>
  | EndpointsIn<typeof bots>
  | EndpointsIn<typeof bulk>
  | EndpointsIn<typeof buyer_import>
  | EndpointsIn<typeof buyers>
  | EndpointsIn<typeof card>
  | EndpointsIn<typeof confirmations>
  | EndpointsIn<typeof conditions>
  | EndpointsIn<typeof demo>
  | EndpointsIn<typeof feedback>
  | EndpointsIn<typeof forgetting>
  | EndpointsIn<typeof images>
  | EndpointsIn<typeof gifts>
  | EndpointsIn<typeof licensing>
  | EndpointsIn<typeof locations>
  | EndpointsIn<typeof merging>
  | EndpointsIn<typeof messages>
  | EndpointsIn<typeof notifications>
  | EndpointsIn<typeof ownerChat>
  | EndpointsIn<typeof organizations>
  | EndpointsIn<typeof payments>
  | EndpointsIn<typeof pos>
  | EndpointsIn<typeof posts>
  | EndpointsIn<typeof product_import>
  | EndpointsIn<typeof program_report>
  | EndpointsIn<typeof products>
  | EndpointsIn<typeof promotions>
  | EndpointsIn<typeof receipt_import>
  | EndpointsIn<typeof ownerReceipts>
  | EndpointsIn<typeof receipts>
  | EndpointsIn<typeof replays>
  | EndpointsIn<typeof report_export>
  | EndpointsIn<typeof report_options>
  | EndpointsIn<typeof reports>
  | EndpointsIn<typeof segments>
  | EndpointsIn<typeof settings>
  | EndpointsIn<typeof secondFactor>
  | EndpointsIn<typeof social>
  | EndpointsIn<typeof user>
  | EndpointsIn<typeof webhooks>

export type Endpoints = { [E in Known as `${E['method']} ${E['path']}`]: E }
/** The name of a call: `'GET /api/v1/pos'`. */
export type Call = keyof Endpoints & string

/** The parts of an ask that this endpoint has; a part whose fields are all optional may be left out. */
type Parts<Ask> = {
  [
    K in keyof Ask as Ask[K] extends undefined
      ? never
      : Partial<NonNullable<Ask[K]>> extends Ask[K]
        ? never
        : undefined extends Ask[K]
          ? never
          : K
  ]: Ask[K]
} & {
  [
    K in keyof Ask as Ask[K] extends undefined
      ? never
      : Partial<NonNullable<Ask[K]>> extends Ask[K]
        ? K
        : undefined extends Ask[K]
          ? K
          : never
  ]?: Ask[K]
}

/** `{ params, query, body }` of a call, in wire units. */
export type AskOf<C extends Call> = Parts<WireAsk<Endpoints[C]>>
/** What a call answers with as `data`, in wire units; undefined for 204. */
export type AnswerOf<C extends Call> = WireAnswer<Endpoints[C]>
/** One item of a list call. */
export type ItemOf<C extends Call> =
  AnswerOf<C> extends { items: readonly (infer Item)[] } ? Item : never
