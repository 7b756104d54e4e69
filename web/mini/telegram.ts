/**
 * What Telegram tells a page it opened, and what the page tells Telegram, without Telegram's own
 * script: the launch parameters are in the address after `#`, events go by `postEvent`.
 * Source: core.telegram.org/api/web-events, core.telegram.org/api/bots/webapps.
 */

export type Launch = { init_data: string; theme: Record<string, string> }

const STORED = 'tg_launch'

/** How the page was opened; kept for a reload of this tab, which loses the address. */
export function readLaunch(): Launch | undefined {
  const told = new URLSearchParams(location.hash.slice(1))
  const init_data = told.get('tgWebAppData')
  if (init_data) {
    const launch = { init_data, theme: themeOf(told.get('tgWebAppThemeParams')) }
    keep(launch)
    return launch
  }
  try {
    return (JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Launch | null) ?? undefined
  } catch {
    return undefined
  }
}

function keep(launch: Launch) {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(launch))
  } catch {
    // Without a storage a reload asks to open the card again.
  }
}

function themeOf(json: string | null): Record<string, string> {
  try {
    const theme = JSON.parse(json ?? '{}') as Record<string, unknown>
    const colours = Object.entries(theme).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && /^#[0-9a-f]{6}$/i.test(entry[1]),
    )
    return Object.fromEntries(colours)
  } catch {
    return {}
  }
}

/** Paints the page in the colours of the chat. */
export function paint(theme: Record<string, string>) {
  const { style } = document.documentElement
  for (const [name, colour] of Object.entries(theme)) {
    style.setProperty(`--tg-${name.replaceAll('_', '-')}`, colour)
  }
  const background = theme.bg_color
  if (background) style.colorScheme = isDark(background) ? 'dark' : 'light'
}

function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(colour.slice(at, at + 2), 16),
  )
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128
}

type Proxy = { postEvent(type: string, data: string): void }

/** Tells Telegram something; outside of it nothing happens. */
export function tell(type: string, data: object = {}) {
  const proxy = (window as { TelegramWebviewProxy?: Proxy }).TelegramWebviewProxy
  if (proxy) proxy.postEvent(type, JSON.stringify(data))
  else if (window.parent !== window) {
    const message = JSON.stringify({ eventType: type, eventData: data })
    window.parent.postMessage(message, 'https://web.telegram.org')
  }
}
