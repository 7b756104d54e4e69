import type { Config } from '../config.ts'
import { openLiqPay } from './liqpay.ts'
import { openMonobank } from './monobank.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import { openWayForPay } from './wayforpay.ts'

export type Payments = Partial<Record<ProviderName, PaymentProvider>>

const opened = new WeakMap<Config, Payments>()

/** The acquirers that the configuration has keys for, in the order they are offered. */
export function openPayments(config: Config): Payments {
  const known = opened.get(config)
  if (known) return known
  const payments = openAll(config)
  opened.set(config, payments)
  return payments
}

function openAll(config: Config): Payments {
  const { MONOBANK_TOKEN, LIQPAY_PUBLIC_KEY, LIQPAY_PRIVATE_KEY } = config
  const { WAYFORPAY_MERCHANT, WAYFORPAY_SECRET } = config
  const bare = (url: string) => url.replace(/\/+$/, '')
  return {
    ...(MONOBANK_TOKEN !== undefined && {
      monobank: openMonobank({ token: MONOBANK_TOKEN, url: bare(config.MONOBANK_URL) }, () =>
        performance.now(),
      ),
    }),
    ...(LIQPAY_PUBLIC_KEY !== undefined &&
      LIQPAY_PRIVATE_KEY !== undefined && {
        liqpay: openLiqPay({
          public_key: LIQPAY_PUBLIC_KEY,
          private_key: LIQPAY_PRIVATE_KEY,
          signature: config.LIQPAY_SIGNATURE,
          callback_signature: config.LIQPAY_CALLBACK_SIGNATURE ?? config.LIQPAY_SIGNATURE,
          url: bare(config.LIQPAY_URL),
        }),
      }),
    ...(WAYFORPAY_MERCHANT !== undefined &&
      WAYFORPAY_SECRET !== undefined && {
        wayforpay: openWayForPay({
          merchant: WAYFORPAY_MERCHANT,
          secret: WAYFORPAY_SECRET,
          url: bare(config.WAYFORPAY_URL),
          api_url: bare(config.WAYFORPAY_API_URL),
          domain: new URL(config.PUBLIC_URL).hostname,
        }),
      }),
  }
}
