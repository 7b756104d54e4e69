import type { Config } from '../config.ts'
import type { Messengers } from './messenger.ts'
import { openTelegram } from './telegram.ts'
import { openViber } from './viber.ts'

/** Both messengers, at the addresses of the configuration. */
export function openMessengers(
  config: Pick<Config, 'TELEGRAM_API_URL' | 'VIBER_API_URL'>,
): Messengers {
  return {
    telegram: openTelegram(config.TELEGRAM_API_URL),
    viber: openViber(config.VIBER_API_URL),
  }
}
